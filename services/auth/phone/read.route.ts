import type { Handler } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { phoneOf } from './phone-of.ts';

/** The caller's number. */
export const readPhone =
  ({ pool, config }: Pick<Auth, 'pool' | 'config'>): Handler<'readPhone'> =>
  ({ caller }) =>
    phoneOf(pool, config, caller.id);
