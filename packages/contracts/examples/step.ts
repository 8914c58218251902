import type { z } from 'zod';
import type { OperationId, Operations } from '../index.ts';

type Texts = Record<string, string>;
type Input<T> = T extends z.ZodType ? z.input<T> : never;
type AnswerOf<O, S> = O extends { answers: infer A } ? (S extends keyof A ? A[S] : never) : never;

/** The request: parameters of path and query as texts, the body as its schema takes it. */
type Given<O> = (O extends { params: z.ZodType } ? { params: Texts } : object) &
  (O extends { query: z.ZodType } ? { query?: Texts } : object) &
  (O extends { body: { schema: infer B } } ? { body: Input<B> } : object);

/** The response: the JSON body of that status if it has one, or the body of an error. */
type Answered<O, S> = [AnswerOf<O, S>] extends [never]
  ? { answer: object }
  : AnswerOf<O, S> extends null
    ? object
    : { answer: Input<AnswerOf<O, S>> };

/** One call of the story. */
export interface Step {
  operation: OperationId;
  /** What happens, in a sentence. */
  say: string;
  status: number;
  params?: Texts;
  query?: Texts;
  body?: unknown;
  answer?: unknown;
}

/** Checks a step against the schemas of its operation, by type. */
export const step = <const Id extends OperationId, const S extends number>(
  operation: Id,
  status: S,
  say: string,
  given: Given<Operations[Id]> & Answered<Operations[Id], S>,
): Step => ({ operation, say, status, ...given });

/** The body of an answer that refuses (RFC 9457). */
export const problem = (status: number, title: string, code: string, detail: string) => ({
  ...{ type: 'about:blank', title, status, detail, message: detail, code },
  requestId: '7b1d5c0e-9a54-4c41-8f5e-2f0a3c6d8e91',
});
