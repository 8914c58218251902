import { METHODS } from 'node:http';
import {
  type Answerer,
  type Method,
  type Operation,
  type OperationId,
  type Operations,
  operations,
  roleHeader,
} from '@tma/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AnyCaller, CallerOf } from '../tokens/audiences.ts';
import type { Tokens } from '../tokens/tokens.ts';
import type { App } from './app.ts';
import { refuseForm } from './form-body.ts';
import { HttpError, toHttpError } from './http-error.ts';
import { BadJson } from './json.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: AnyCaller | null;
  }
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a handler gets: the parts of the request, checked against the operation's schemas, and who calls. */
interface Input<O extends Operation> {
  params: O extends { params: infer P } ? Parsed<P> : undefined;
  query: O extends { query: infer Q } ? Parsed<Q> : undefined;
  body: O extends { body: { type: 'json'; schema: infer B } } ? Parsed<B> : undefined;
  caller: CallerOf<O['who']>;
}

/** Answers one operation: what it returns is sent as JSON, with status 200 unless it set another on the reply. */
export type Handler<Id extends OperationId> = (
  input: Input<Operations[Id]>,
  request: FastifyRequest,
  reply: FastifyReply,
) => unknown;

type AnyHandler = (input: never, request: FastifyRequest, reply: FastifyReply) => unknown;

type OperationsOf<S extends Answerer> = {
  [Id in OperationId]: Operations[Id] extends { service: S } ? Id : never;
}[OperationId];

type Handlers<S extends Answerer> = { [Id in OperationsOf<S>]: Handler<Id> };

/** An operation's path in fastify's notation: `/reports/{id}` is `/reports/:id`, and `{*}` all that follows. */
export const routePath = (path: string) => path.replace('{*}', '*').replace(/\{(\w+)\}/g, ':$1');

/**
 * The most bytes of a body that is not multipart, such as an urlencoded one, where a multipart form is accepted. The gateway lets
 * through more forms at once than other bodies: a form is read while it arrives, but other bodies are held in the service's memory.
 */
const besideMultipart = 256 * 1024;

/**
 * Adds a route for each operation of a service. The token is checked before a byte of the body is read.
 * @param tokens null where every operation is open to anyone; throws then if one is not
 */
export function addRoutes<S extends Answerer>(app: App, tokens: Tokens | null, handlers: Handlers<S>) {
  for (const [id, handler] of Object.entries<AnyHandler>(handlers)) {
    const operation: Operation = operations[id as OperationId];
    if (!tokens && operation.who !== 'anyone') throw new Error(`${id} is not for anyone, but nobody checks who calls`);
    app.route({
      method: operation.method,
      url: routePath(operation.path),
      config: { operation: id, errors: operation.errors },
      ...(operation.body?.type === 'multipart' && { bodyLimit: besideMultipart }),
      onRequest: async (request, reply) => {
        if (isOneCallers(operation)) reply.header('cache-control', 'no-store');
        request.caller = tokens && operation.who !== 'anyone' ? await tokens.require(request, operation) : null;
        if (request.caller?.audience === 'admin') reply.header(roleHeader, request.caller.role);
        refuseForm(request, operation);
      },
      handler: (request, reply) => handler(readInput(operation, request) as never, request, reply),
    });
  }
  refuseOtherMethods(
    app,
    Object.keys(handlers).map((id) => operations[id as OperationId]),
  );
}

/**
 * Whether an answer is for its caller alone: because of a token, or of the body, as with a mailed link. Such an answer
 * must not be cached unless its route says how.
 */
const isOneCallers = ({ who, method }: Operation) => who !== 'anyone' || method !== 'GET';

function readInput(operation: Operation, request: FastifyRequest) {
  const { body } = operation;
  if (body?.type === 'json' && request.body === undefined && !body.schema.safeParse({}).success) {
    throw new HttpError(400, 'invalid_request', 'A JSON body is needed.');
  }
  if (request.body === null && operation.errors === 'postgrest') throw new BadJson('null is no row');
  // GoTrue reads null as an object without fields.
  const isNothing = request.body === undefined || (request.body === null && operation.errors === 'gotrue');
  return {
    params: operation.params?.parse(request.params),
    query: readQueryString(operation, request.query),
    body: body?.type === 'json' ? body.schema.parse(isNothing ? {} : request.body) : undefined,
    caller: request.caller,
  };
}

/** PostgREST has its own code for a parameter that is given twice or has a wrong shape. */
function readQueryString({ query, errors }: Operation, given: unknown) {
  const result = query?.safeParse(given);
  if (result?.success !== false) return result?.data;
  if (errors !== 'postgrest') throw result.error;
  throw new HttpError(400, 'PGRST100', toHttpError(result.error).message);
}

/** All methods that Node parses, except OPTIONS, which CORS answers, and CONNECT, which asks for a tunnel. */
const everyMethod = METHODS.filter((method) => method !== 'OPTIONS' && method !== 'CONNECT');

/** Answers 405 with `Allow` to the methods that a path lacks. @param routes all that there are; HEAD comes with GET */
export function refuseOtherMethods(app: App, routes: readonly Pick<Operation, 'method' | 'path'>[]) {
  for (const method of everyMethod) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  for (const [path, there] of Map.groupBy(routes, (route) => route.path)) {
    const known = there.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).sort();
    const allow = known.join(', ');
    const others = everyMethod.filter((method) => !known.includes(method)) as Method[];
    app.route({
      method: others,
      url: routePath(path),
      exposeHeadRoute: false,
      onRequest: async () => {
        throw new HttpError(405, 'method_not_allowed', `Use ${allow}.`, { headers: { allow } });
      },
      handler: () => undefined,
    });
  }
}
