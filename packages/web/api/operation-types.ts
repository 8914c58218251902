/** The operations as the browser's client sees them: types alone, so that no schema (and no zod) is shipped. */
import type { Operations } from '@tma/contracts';

type Operation = Operations[keyof Operations];

type CallOf<O> = O extends { method: infer M extends string; path: infer P extends string } ? `${M} ${P}` : never;

/** Every call there is: `PUT /reports/{id}`, `GET /api/config`, ... */
export type Call = CallOf<Operation>;

type OperationOf<C extends Call> = {
  [K in keyof Operations]: CallOf<Operations[K]> extends C ? Operations[K] : never;
}[keyof Operations];

type In<Schema> = Schema extends { _zod: { input: infer T } } ? T : never;
export type Out<Schema> = Schema extends { _zod: { output: infer T } } ? T : never;

/** The JSON of a call's success; undefined where it has none. */
export type Answer<C extends Call> =
  OperationOf<C> extends { answers: infer A }
    ? { [S in keyof A & (200 | 201 | 202 | 204)]: A[S] extends null ? undefined : Out<A[S]> }[keyof A &
        (200 | 201 | 202 | 204)]
    : never;

export type Params<C extends Call> = OperationOf<C> extends { params: infer P } ? In<P> : undefined;

export type Query<C extends Call> =
  OperationOf<C> extends { query: infer Q } ? { [K in keyof In<Q>]?: string | number | undefined } : undefined;

export type Body<C extends Call> =
  OperationOf<C> extends { body: { type: infer T; schema: infer S } }
    ? T extends 'json'
      ? In<S>
      : FormData
    : undefined;
