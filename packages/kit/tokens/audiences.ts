import {
  type Audience,
  type Bearing,
  eachText,
  languages,
  type Operation,
  type Role,
  roleHeader,
  roles,
  type UserMetadata,
  type Who,
} from '@tma/contracts';
import { z } from 'zod';
import { tokenError } from '../http/error-forms.ts';

interface AudiencePlan {
  aud: string;
  /** Reads the claims that only its tokens have, for the `Caller`. */
  claims: z.ZodType<object>;
}

/** All texts of a resident's profile, and the language. If an older token lacks a text it is empty, the language undefined. */
const profile = z.object({
  ...eachText(() => z.string().catch('')),
  language: z.enum(languages).optional().catch(undefined),
});

/** The claims of another system's token, about the system's key; `sub` is the key's id. */
const systemClaims = z.object({
  tehsil: z.string(),
  name: z.string(),
  mayOmitMedia: z.boolean(),
  /** Whether it has brought as many reports today as it may. */
  isUsedUp: z.boolean(),
});
export type SystemClaims = z.infer<typeof systemClaims>;

/** The audiences of tokens, and what these contain. A new one is an entry here and a word in contracts' `Audience`. */
export const audiences = {
  resident: {
    aud: 'authenticated',
    claims: z
      .object({ user_metadata: profile })
      .transform(({ user_metadata }): { profile: z.infer<typeof UserMetadata> } => ({ profile: user_metadata })),
  },
  admin: {
    aud: 'admin',
    claims: z
      // Tokens older than roles have none and are of heads. `enrol`: the administrator has to set up a second factor
      // before anything else.
      .object({ Tehsil: z.string(), role: z.enum(roles).default('head'), enrol: z.literal(true).optional() })
      .transform(({ Tehsil, role, enrol }) => ({ tehsil: Tehsil, role, enrol })),
  },
  system: { aud: 'system', claims: systemClaims },
  reports: { aud: 'reports', claims: z.object({}) },
} satisfies Record<Bearing, AudiencePlan>;

interface Bearer<A extends Bearing> {
  id: string;
  email: string;
  sessionId: string;
  /** The token itself, to be forwarded to a service that is called in the caller's name. */
  token: string;
  audience: A;
}

/** Who calls: what every token has, and the claims of its audience. */
type CallerAs<A extends Bearing> = { [One in A]: Bearer<One> & z.output<(typeof audiences)[One]['claims']> }[A];

export type Caller = CallerAs<Audience>;
export type AnyCaller = CallerAs<Bearing>;
export type Resident = CallerAs<'resident'>;
export type System = CallerAs<'system'>;

/** The caller as a handler of an operation sees it: null where anyone may call. */
export type CallerOf<W extends Who> = W extends readonly Bearing[] ? CallerAs<W[number]> : null;

/** Throws 403 `not_your_role` for an administrator unless the operation names their role: without any it is for none. */
export function requireRole(caller: AnyCaller | null, { roles, errors }: Pick<Operation, 'roles' | 'errors'>): void {
  if (caller?.audience !== 'admin' || roles?.includes(caller.role)) return;
  throw tokenError(errors, 'role', { [roleHeader]: caller.role });
}

/** An administrator with their current role, whatever their token says; one that is unknown here permits nothing. */
export function withRole(caller: Caller, role: string | undefined): Caller {
  if (caller.audience !== 'admin' || role === undefined) return caller;
  return { ...caller, role: role as Role };
}

const common = z.object({ sub: z.string(), email: z.string(), session_id: z.string(), exp: z.number() });

/** Whom a verified token names, and when it expires, in seconds since 1970. Throws `ZodError` where its claims do not fit. */
export function readClaims(payload: { aud?: unknown }, token: string): { caller: AnyCaller; exp: number } {
  const { sub, email, session_id, exp } = common.parse(payload);
  const audience = z.enum(names).parse(names.find((name) => audiences[name].aud === payload.aud));
  const own = audiences[audience].claims.parse(payload);
  return { caller: { id: sub, email, sessionId: session_id, token, audience, ...own } as AnyCaller, exp };
}

const names = Object.keys(audiences) as Bearing[];
