import type { z } from 'zod';
import type { Service } from './parts.ts';
import type { Role } from './roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Answerer = Service | 'gateway';

/** The kinds of account that have tokens. */
export type Audience = 'resident' | 'admin';
/**
 * Who a token can be of: an account; another system, in whose name the service open311 calls others; or the service reports, which calls
 * in nobody's name.
 */
export type Bearing = Audience | 'system' | 'reports';

/** Who may call: everybody, or the bearer of a token of one of the named kinds. */
export type Who = 'anyone' | readonly Bearing[];

/** How errors are written: RFC 9457 problems, or the form of GoTrue, PostgREST or Open311 (GeoReport v2). */
export type ErrorForm = 'problem' | 'gotrue' | 'postgrest' | 'open311';

/**
 * One HTTP operation. Routes, the gateway's table, the browser client, `/openapi.json` and the guard tests all read it.
 * `path` has parameters in braces, `{*}` at its end for all that follows. `body.type` is the content type taken: a `form` is urlencoded, and a field that comes
 * several times is an array of them; a `multipart` body is read part by part by its
 * route, its schema says what the parts are, and with `urlencoded` that comes urlencoded, too. `answers` names each documented status with the schema of its JSON body, or
 * null where there is no JSON body; errors of the operation's form are always possible.
 */
export interface Operation {
  readonly method: Method;
  readonly path: string;
  readonly service: Answerer;
  readonly who: Who;
  /** Which administrators: those of another role may not. */
  readonly roles?: readonly Role[];
  readonly errors: ErrorForm;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: {
    readonly type: 'json' | 'form' | 'multipart' | 'binary';
    readonly urlencoded?: true;
    readonly schema: z.ZodType;
  };
  readonly answers: { readonly [status: number]: z.ZodType | null };
  /** Also for an administrator who has to set up a second factor first, and may call nothing else. */
  readonly enrolling?: true;
  /** Not reachable through the gateway: one service calls another. */
  readonly internal?: true;
}

/** An operation that administrators may call says which of them. */
type SaysRoles<W extends Who> = W extends 'anyone' | readonly ('resident' | 'system' | 'reports')[]
  ? object
  : { roles: readonly Role[] };

type Call = `${Method} /${string}`;
type Named<C extends Call> = C extends `${infer M extends Method} ${infer P}`
  ? { readonly method: M; readonly path: P }
  : never;

/** Defines an operation by its method and path, `PUT /reports/{id}`, and all else. Keeps its literal types. */
export const operation = <const C extends Call, const O extends Omit<Operation, 'method' | 'path'>>(
  call: C,
  definition: O & SaysRoles<O['who']>,
) => {
  const [method, path] = call.split(' ');
  const rest: O = definition;
  return { method, path, ...rest } as Named<C> & O;
};

/** A body of JSON. */
export const json = <S extends z.ZodType>(schema: S) => ({ type: 'json', schema }) as const;
