import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** The services, each with a database of its own. Producers of events come before those that consume them: backups rely on it. */
export const services = ['auth', 'reports', 'files', 'notify'] as const;
export type ServiceName = (typeof services)[number];
/** Who answers an operation. */
export type Service = ServiceName | 'gateway';

/** Who may call: everybody, or the bearer of a token of one of the named audiences. */
export type Who = 'anyone' | 'resident' | 'admin' | 'resident or admin';

/** How errors are written: RFC 9457 problems, GoTrue's form (`/auth/v1`) or PostgREST's (`/rest/v1`). */
export type ErrorForm = 'problem' | 'gotrue' | 'postgrest';

/**
 * One HTTP operation. Routes, the gateway's table, the browser client, `/openapi.json` and the guard tests all read it.
 * `path` has parameters in braces. `body.type` is the content type taken; a `multipart` body is read part by part by its
 * route, its schema says what the parts are. `answers` names each documented status with the schema of its JSON body, or
 * null where there is no JSON body; errors of the operation's form are always possible.
 */
export interface Operation {
  readonly method: Method;
  readonly path: string;
  readonly service: Service;
  readonly who: Who;
  readonly errors: ErrorForm;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: { readonly type: 'json' | 'multipart' | 'binary'; readonly schema: z.ZodType };
  readonly answers: { readonly [status: number]: z.ZodType | null };
  /** Not reachable through the gateway: one service calls another. */
  readonly internal?: true;
}

/** Keeps an operation's literal types. */
export const operation = <const O extends Operation>(definition: O): O => definition;
