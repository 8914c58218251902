import type { z } from 'zod';
import type { Service } from './parts.ts';
import type { Role } from './roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Answerer = Service | 'gateway';

/** The kinds of account that have tokens. */
export type Audience = 'resident' | 'admin';
/**
 * Whom a token can belong to: an account; another system, in whose name the service open311 calls others; or the
 * service reports, which calls in its own name.
 */
export type Bearing = Audience | 'system' | 'reports';

/** Who may call: everybody, or the bearer of a token of one of the named kinds. */
export type Who = 'anyone' | readonly Bearing[];

/** How errors are written: RFC 9457 problems, or the form of GoTrue, PostgREST or Open311 (GeoReport v2). */
export type ErrorForm = 'problem' | 'gotrue' | 'postgrest' | 'open311';

/**
 * One HTTP operation. Routes, the gateway's table, the browser client, `/openapi.json` and the guard tests all read it.
 * `path` has parameters in braces, `{*}` at its end for all that follows. `body.type` is the content type: a `multipart`
 * body is read part by part by its route, its schema describes the parts, and with `urlencoded` it may come so, too.
 * `answers` has each documented status with the schema of its JSON body, or null where there is no JSON body; errors of
 * the operation's form are always possible.
 */
export interface Operation {
  readonly method: Method;
  readonly path: string;
  readonly service: Answerer;
  readonly who: Who;
  /** The roles of administrators that may call it. */
  readonly roles?: readonly Role[];
  readonly errors: ErrorForm;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: {
    readonly type: 'json' | 'multipart' | 'binary';
    readonly urlencoded?: true;
    readonly schema: z.ZodType;
  };
  readonly answers: { readonly [status: number]: z.ZodType | null };
  /** An administrator who has to set up a second factor first may call it, and nothing else. */
  readonly enrolling?: true;
  /** Not reachable through the gateway: one service calls another. */
  readonly internal?: true;
}

/** An operation that administrators may call has to name the roles. */
type SaysRoles<W extends Who> = W extends 'anyone' | readonly ('resident' | 'system' | 'reports')[]
  ? object
  : { roles: readonly Role[] };

type Call = `${Method} /${string}`;
type Named<C extends Call> = C extends `${infer M extends Method} ${infer P}`
  ? { readonly method: M; readonly path: P }
  : never;

/**
 * Defines an operation by its method and path (`PUT /reports/{id}`) and its other properties. Keeps its literal types.
 */
export const operation = <const C extends Call, const O extends Omit<Operation, 'method' | 'path'>>(
  call: C,
  definition: O & SaysRoles<O['who']>,
) => {
  const [method, path] = call.split(' ');
  const rest: O = definition;
  return { method, path, ...rest } as Named<C> & O;
};

export const json = <S extends z.ZodType>(schema: S) => ({ type: 'json', schema }) as const;
