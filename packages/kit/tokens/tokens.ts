import type { ErrorForm, Operation } from '@tma/contracts';
import type { FastifyRequest } from 'fastify';
import { decodeJwt, type JWTHeaderParameters, type JWTVerifyGetKey, errors as joseErrors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { tokenError } from '../http/error-forms.ts';
import { HttpError, unavailable } from '../http/http-error.ts';
import type { SeenSessions } from '../seen.ts';
import type { EndedSessions } from '../sessions.ts';
import { type AnyCaller, audiences, type Caller, readClaims, requireRole, withRole } from './audiences.ts';
import { isOfSystem, type ServiceKeys, systemAlgorithm } from './system.ts';

/** Finds a key by the token's header alone. */
const nothingSigned = { payload: '', signature: '' };
const jwtShape = /^[\w-]+\.[\w-]+\.[\w-]*$/;

export interface Tokens {
  /** Who calls, or null without a token. Throws an `HttpError`, a problem, for a token that is not accepted. */
  caller(request: FastifyRequest): Promise<Caller | null>;
  /** Who calls an operation that not everybody may call. Throws an `HttpError` in the operation's form for anybody else. */
  require(
    request: FastifyRequest,
    operation: Pick<Operation, 'who' | 'roles' | 'errors' | 'enrolling'>,
  ): Promise<AnyCaller>;
}

/**
 * How many verified tokens are cached, and how many characters they have together, about those of so many ordinary ones: profiles are
 * in them, and whoever refreshes a session gets another token each time.
 */
const cached = { max: 20_000, maxSize: 24_000_000 };

/** Verifies tokens of people; a verified token is cached until it expires, while its key is valid. */
function personVerifier(keys: JWTVerifyGetKey, issuer: string) {
  const verified = new LRUCache<string, { caller: Caller; header: JWTHeaderParameters; expiresAt: number }>({
    ...cached,
    sizeCalculation: (_known, token) => token.length,
  });

  return async function verify(token: string, form: ErrorForm): Promise<Caller> {
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
      // Auth's keys sign tokens of people only.
      if (caller.audience === 'system' || caller.audience === 'reports') throw tokenError(form, 'bad');
      verified.set(token, { caller, header, expiresAt: exp * 1000 });
      return caller;
    } catch (error) {
      if (error instanceof HttpError) throw error;
      if (isBad(error)) throw tokenError(form, 'bad');
      // The keys could not be fetched.
      throw unavailable(error);
    }
  };
}

/** Checks a token that one service signed for another. Each kind has its own key: open311 cannot sign for reports. */
async function verifyService(
  token: string,
  form: ErrorForm,
  { issuer, keys }: { issuer: string; keys: ServiceKeys },
): Promise<AnyCaller> {
  try {
    const kind = decodeJwt(token).aud === audiences.reports.aud ? 'reports' : 'system';
    const key = keys[kind];
    if (!key) throw tokenError(form, 'bad');
    const options = { algorithms: [systemAlgorithm], issuer, audience: audiences[kind].aud };
    const { payload } = await jwtVerify(token, key, { ...options, requiredClaims: ['exp', 'sub'] });
    return readClaims(payload, token).caller;
  } catch (error) {
    if (isBad(error)) throw tokenError(form, 'bad');
    throw error;
  }
}

/**
 * Checks bearer tokens: signature (ES256 only; HS256 of services), issuer, expiry, audience, and that the session has not
 * ended. A person's token is cached until it expires, so that its signature is checked once (0.1 ms). It is accepted only
 * while its key is.
 * @param seen notes when administrators call
 * @param serviceKeys check the tokens that services sign; without them none is accepted
 */
export function createTokens(
  keys: JWTVerifyGetKey,
  issuer: string,
  ended: Pick<EndedSessions, 'has' | 'roleOf'>,
  seen?: Pick<SeenSessions, 'note'>,
  serviceKeys?: ServiceKeys,
): Tokens {
  const verify = personVerifier(keys, issuer);

  async function bearer(request: FastifyRequest, form: ErrorForm): Promise<Caller | null> {
    const token = bearerOf(request);
    if (!token) return null;
    const caller = await verify(token, form);
    const isAdmin = caller.audience === 'admin';
    if (await ended.has(caller.sessionId, isAdmin ? caller.id : undefined)) throw tokenError(form, 'ended');
    if (isAdmin) seen?.note(caller.sessionId);
    return withRole(caller, ended.roleOf(caller.id));
  }

  return {
    async caller(request) {
      const caller = await bearer(request, 'problem');
      if (isEnrolling(caller)) throw tokenError('problem', 'enrol');
      return caller;
    },
    async require(request, operation) {
      const { who, errors, enrolling } = operation;
      const token = serviceKeys && bearerOf(request);
      const caller =
        token && isOfSystem(token)
          ? await verifyService(token, errors, { issuer, keys: serviceKeys })
          : await bearer(request, errors);
      if (!caller) throw tokenError(errors, 'missing');
      if (who !== 'anyone' && !who.includes(caller.audience)) throw tokenError(errors, 'audience');
      if (isEnrolling(caller) && !enrolling) throw tokenError(errors, 'enrol');
      requireRole(caller, operation);
      return caller;
    },
  };
}

const isBad = (error: unknown) => error instanceof z.ZodError || error instanceof joseErrors.JOSEError;

/** Whether somebody has to set up a second factor before they may do anything else. */
const isEnrolling = (caller: AnyCaller | null) => caller?.audience === 'admin' && caller.enrol === true;

/** The bearer token; null where it is not shaped like a JWT, or repeats the `apikey`, as supabase-js does without a session. */
function bearerOf(request: FastifyRequest): string | null {
  const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!token || token === request.headers.apikey || !jwtShape.test(token)) return null;
  return token;
}
