import { type Db, HttpError } from '@tma/kit';
import type { Auth } from '../credentials/context.ts';
import { findPhone } from './phones.store.ts';

type Settings = Pick<Auth['config'], 'SMS'>;

/** Throws 404 `no_sms` where the portal sends no messages to telephones. */
export function requireSms(config: Settings): void {
  if (config.SMS === 'off') throw new HttpError(404, 'no_sms', 'This portal sends no messages to telephones.');
}

/** Somebody's number as operations answer it. */
export async function phoneOf(db: Db, config: Settings, userId: string) {
  const available = config.SMS === 'on';
  const phone = available ? await findPhone(db, userId) : null;
  return {
    number: phone?.number ?? null,
    verified: phone !== null,
    messages: phone?.messages ?? false,
    available,
  };
}
