import { lifetimes } from '@tma/contracts';
import type { SecurityEvent } from '../security-log.ts';

interface RoleRules {
  /** The `aud` claim of its tokens; kit reads it back into a caller. */
  audience: string;
  /** How long its access tokens are valid, in seconds. */
  tokenSeconds: number;
  /** How a wrong password is logged. */
  failedSignIn: SecurityEvent;
}

/** What differs between the kinds of account. Wrong passwords are counted apart for each. */
export const roles = {
  resident: {
    audience: 'authenticated',
    tokenSeconds: lifetimes.accessToken.resident,
    failedSignIn: 'sign-in failed',
  },
  admin: {
    audience: 'admin',
    tokenSeconds: lifetimes.accessToken.admin,
    failedSignIn: 'admin sign-in failed',
  },
} as const satisfies Record<string, RoleRules>;

export type Role = keyof typeof roles;
