import type { Handler } from '@tma/kit';
import type { Auth } from '../../credentials/context.ts';
import { findFactor } from './factor.store.ts';

/** Whether the caller has an active second factor. */
export const readFactor =
  ({ pool }: Pick<Auth, 'pool'>): Handler<'readFactor'> =>
  async ({ caller }) => {
    const factor = await findFactor(pool, caller.id);
    const active = factor?.isActive ?? false;
    return { active, recoveryCodesLeft: active ? factor?.recoveryCodesLeft : 0 };
  };
