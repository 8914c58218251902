import type { ErrorForm, Operation, UserMetadata } from '@tma/contracts';
import type { FastifyRequest } from 'fastify';
import { type JWTVerifyGetKey, errors as joseErrors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { HttpError, unavailable } from './http-error.ts';
import type { EndedSessions } from './sessions.ts';

interface Bearer {
  id: string;
  email: string;
  sessionId: string;
  /** The token itself, to be handed on to a service that is called in the caller's name. */
  token: string;
}
export interface Resident extends Bearer {
  audience: 'resident';
  profile: z.infer<typeof UserMetadata>;
}
export interface Admin extends Bearer {
  audience: 'admin';
  tehsil: string;
}
export type Caller = Resident | Admin;

const common = { sub: z.string(), email: z.string(), session_id: z.string(), exp: z.number() };
const text = z.string().catch('');
const Claims = z.discriminatedUnion('aud', [
  z.object({
    ...common,
    aud: z.literal('authenticated'),
    user_metadata: z.object({
      first_name: text,
      last_name: text,
      contact_number: text,
      tehsil: text,
      location: text,
    }),
  }),
  z.object({ ...common, aud: z.literal('admin'), Tehsil: z.string() }),
]);

type Trouble = 'missing' | 'bad' | 'ended' | 'audience';

/** What a caller hears whose token will not do, in the words of each form. */
const refusals: Record<ErrorForm, Record<Trouble, [number, string, string]>> = {
  problem: {
    missing: [401, 'unauthorized', 'Authentication required. Please sign in again.'],
    bad: [401, 'bad_token', 'This token is not valid or has expired. Please sign in again.'],
    ended: [401, 'session_ended', 'This session has ended. Please sign in again.'],
    audience: [403, 'forbidden', 'This account may not do that.'],
  },
  gotrue: {
    missing: [401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
    bad: [403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature'],
    ended: [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'],
    audience: [403, 'bad_jwt', 'invalid JWT: token has another audience'],
  },
  postgrest: {
    missing: [401, 'PGRST301', 'A signed-in session is needed'],
    bad: [401, 'PGRST301', 'JWT invalid or expired'],
    ended: [401, 'PGRST301', 'JWT belongs to a session that has ended'],
    audience: [403, '42501', 'permission denied for this role'],
  },
};

const jwtShape = /^[\w-]+\.[\w-]+\.[\w-]*$/;

export interface Tokens {
  /** Who calls, or null when nobody says so. Throws a refusal for a token that will not do. */
  caller(request: FastifyRequest, form: ErrorForm): Promise<Caller | null>;
  /** Who calls an operation that not everybody may call; throws the refusal that the operation's form gives. */
  require(request: FastifyRequest, operation: Pick<Operation, 'who' | 'errors'>): Promise<Caller>;
}

/**
 * Checks bearer tokens: signature (ES256 only), issuer, expiry, audience, and that the session has not ended.
 * A verified token is remembered until it expires, so that its signature is computed once (0.1 ms each).
 */
export function createTokens(keys: JWTVerifyGetKey, issuer: string, ended: EndedSessions): Tokens {
  const verified = new LRUCache<string, { caller: Caller; expiresAt: number }>({ max: 20_000 });

  async function verify(token: string, form: ErrorForm): Promise<Caller> {
    const known = verified.get(token);
    if (known && known.expiresAt > Date.now()) return known.caller;
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['ES256'],
        issuer,
        requiredClaims: ['exp', 'sub', 'session_id'],
      });
      const claims = Claims.parse(payload);
      const bearer = { id: claims.sub, email: claims.email, sessionId: claims.session_id, token };
      const caller: Caller =
        claims.aud === 'admin'
          ? { ...bearer, audience: 'admin', tehsil: claims.Tehsil }
          : { ...bearer, audience: 'resident', profile: claims.user_metadata };
      verified.set(token, { caller, expiresAt: claims.exp * 1000 });
      return caller;
    } catch (error) {
      const ours = error instanceof z.ZodError || error instanceof joseErrors.JOSEError;
      // The key set could not be fetched: that says nothing about the token.
      if (!ours || error instanceof joseErrors.JWKSTimeout || error.message.includes('JSON Web Key Set HTTP')) {
        throw unavailable(error);
      }
      throw refuse(form, 'bad');
    }
  }

  async function caller(request: FastifyRequest, form: ErrorForm): Promise<Caller | null> {
    const token = bearerOf(request);
    if (!token) return null;
    const who = await verify(token, form);
    if (await ended.has(who.sessionId)) throw refuse(form, 'ended');
    return who;
  }

  return {
    caller,
    async require(request, operation) {
      const who = await caller(request, operation.errors);
      if (!who) throw refuse(operation.errors, 'missing');
      if (operation.who !== 'resident or admin' && operation.who !== who.audience) {
        throw refuse(operation.errors, 'audience');
      }
      return who;
    },
  };
}

const refuse = (form: ErrorForm, trouble: Trouble) => {
  const [status, code, message] = refusals[form][trouble];
  return new HttpError(status, code, message, status === 401 ? { headers: { 'www-authenticate': 'Bearer' } } : {});
};

/** The bearer token, unless it is none by its shape or only repeats the `apikey`, as supabase-js does for nobody. */
function bearerOf(request: FastifyRequest): string | null {
  const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!token || token === request.headers.apikey || !jwtShape.test(token)) return null;
  return token;
}
