import type { ErrorForm, Operation } from '@tma/contracts';
import type { FastifyRequest } from 'fastify';
import { type JWTHeaderParameters, type JWTVerifyGetKey, errors as joseErrors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { tokenError } from '../http/error-forms.ts';
import { unavailable } from '../http/http-error.ts';
import type { EndedSessions } from '../sessions.ts';
import { type Caller, mayCall, readClaims } from './audiences.ts';

/** A key is found by the header alone. */
const nothingSigned = { payload: '', signature: '' };
const jwtShape = /^[\w-]+\.[\w-]+\.[\w-]*$/;

export interface Tokens {
  /** Who calls, or null without a token. Throws an `HttpError` in the given form for a token that is not accepted. */
  caller(request: FastifyRequest, form: ErrorForm): Promise<Caller | null>;
  /** Who calls an operation that not everybody may call. Throws an `HttpError` in the operation's form for anybody else. */
  require(request: FastifyRequest, operation: Pick<Operation, 'who' | 'errors'>): Promise<Caller>;
}

/**
 * Checks bearer tokens: signature (ES256 only), issuer, expiry, audience, and that the session has not ended.
 * A verified token is cached until it expires, so that its signature is computed once (0.1 ms each). It counts as long as its
 * key does.
 */
export function createTokens(keys: JWTVerifyGetKey, issuer: string, ended: Pick<EndedSessions, 'has'>): Tokens {
  const verified = new LRUCache<string, { caller: Caller; header: JWTHeaderParameters; expiresAt: number }>({
    max: 20_000,
  });

  async function verify(token: string, form: ErrorForm): Promise<Caller> {
    const known = verified.get(token);
    try {
      if (known && known.expiresAt > Date.now()) {
        await keys(known.header, nothingSigned);
        return known.caller;
      }
      const { payload, protectedHeader: header } = await jwtVerify(token, keys, {
        algorithms: ['ES256'],
        issuer,
        requiredClaims: ['exp', 'sub', 'session_id'],
      });
      const { caller, exp } = readClaims(payload, token);
      verified.set(token, { caller, header, expiresAt: exp * 1000 });
      return caller;
    } catch (error) {
      if (error instanceof z.ZodError || error instanceof joseErrors.JOSEError) throw tokenError(form, 'bad');
      // The keys could not be had.
      throw unavailable(error);
    }
  }

  async function caller(request: FastifyRequest, form: ErrorForm): Promise<Caller | null> {
    const token = bearerOf(request);
    if (!token) return null;
    const bearer = await verify(token, form);
    if (await ended.has(bearer.sessionId)) throw tokenError(form, 'ended');
    return bearer;
  }

  return {
    caller,
    async require(request, operation) {
      const bearer = await caller(request, operation.errors);
      if (!bearer) throw tokenError(operation.errors, 'missing');
      if (!mayCall(bearer.audience, operation.who)) throw tokenError(operation.errors, 'audience');
      return bearer;
    },
  };
}

/** The bearer token; null when it is no JWT by its shape, or only repeats the `apikey`, as supabase-js sends it for nobody. */
function bearerOf(request: FastifyRequest): string | null {
  const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!token || token === request.headers.apikey || !jwtShape.test(token)) return null;
  return token;
}
