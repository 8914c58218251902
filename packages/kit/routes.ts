import {
  type Method,
  type Operation,
  type OperationId,
  type Operations,
  operations,
  type Service,
  type Who,
} from '@tma/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type App, refuseOtherMethods } from './app.ts';
import { HttpError, toHttpError } from './http-error.ts';
import { BadJson } from './json.ts';
import type { Admin, Caller, Resident, Tokens } from './tokens.ts';

type Read<T> = T extends z.ZodType ? z.output<T> : undefined;
type CallerOf<W extends Who> = W extends 'resident'
  ? Resident
  : W extends 'admin'
    ? Admin
    : W extends 'anyone'
      ? null
      : Caller;

/** What a handler gets: the checked parts of the request, and who calls. */
export interface Input<O extends Operation> {
  params: O extends { params: infer P } ? Read<P> : undefined;
  query: O extends { query: infer Q } ? Read<Q> : undefined;
  body: O extends { body: { type: 'json'; schema: infer B } } ? Read<B> : undefined;
  caller: CallerOf<O['who']>;
}

/** Answers one operation: what it returns is sent as JSON with status 200 unless it set another. */
export type Handler<Id extends OperationId> = (
  input: Input<Operations[Id]>,
  request: FastifyRequest,
  reply: FastifyReply,
) => unknown;

type OperationsOf<S extends Service> = {
  [Id in OperationId]: Operations[Id] extends { service: S } ? Id : never;
}[OperationId];

/** A handler for each operation of a service. */
export type Handlers<S extends Service> = { [Id in OperationsOf<S>]: Handler<Id> };

/** The path in fastify's notation: `/reports/{id}` is `/reports/:id`. */
export const routePath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Joins the operations of a service to their handlers. The token is checked before a byte of the body is read.
 * Without `tokens` only operations for anyone can be joined.
 */
export function addRoutes<S extends Service>(app: App, tokens: Tokens | null, handlers: Handlers<S>) {
  const taken = new Map<string, Set<Method>>();
  for (const [id, handler] of Object.entries<Handler<OperationId>>(handlers)) {
    const operation: Operation = operations[id as OperationId];
    if (!tokens && operation.who !== 'anyone') throw new Error(`${id} is not for anyone, but nobody checks who calls`);
    const url = routePath(operation.path);
    taken.set(url, (taken.get(url) ?? new Set()).add(operation.method));
    app.route({
      method: operation.method,
      url,
      config: { operation: id, errors: operation.errors },
      onRequest: async (request) => {
        request.caller = tokens && operation.who !== 'anyone' ? await tokens.require(request, operation) : null;
        if (operation.body?.type !== 'multipart') refuseForm(request);
      },
      handler: (request, reply) => handler(readInput(operation, request) as never, request, reply),
    });
  }
  refuseOtherMethods(app, taken);
}

/** Where one operation takes a form, fastify lets every other have one, too, and would show it no body. */
function refuseForm({ headers }: FastifyRequest) {
  if (!headers['content-type']?.trim().toLowerCase().startsWith('multipart/')) return;
  throw new HttpError(415, 'unsupported_media_type', 'This content type is not taken here.');
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

function readInput(operation: Operation, request: FastifyRequest) {
  if (operation.body?.type === 'json' && request.body === undefined && !operation.body.schema.safeParse({}).success) {
    throw new HttpError(400, 'invalid_request', 'A JSON body is needed.');
  }
  if (request.body === null && operation.errors === 'postgrest') throw new BadJson('null is no row');
  return {
    params: operation.params?.parse(request.params),
    query: readQueryString(operation, request.query),
    body: operation.body?.type === 'json' ? operation.body.schema.parse(request.body ?? {}) : undefined,
    caller: request.caller,
  };
}

/** A parameter given twice, or of another shape than it may have, is in PostgREST's words a query not understood. */
function readQueryString({ query, errors }: Operation, given: unknown) {
  const result = query?.safeParse(given);
  if (result?.success !== false) return result?.data;
  if (errors !== 'postgrest') throw result.error;
  throw new HttpError(400, 'PGRST100', toHttpError(result.error).message);
}
