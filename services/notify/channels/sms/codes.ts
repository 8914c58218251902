import { createHmac, timingSafeEqual } from 'node:crypto';
import type { EventData } from '@tma/contracts';
import { createLinkCode, type Tx } from '@tma/kit';
import { type OpenCode, saveCode } from './codes.store.ts';
import type { SmsConfig } from './config.ts';

type Closure = NonNullable<EventData<'StatusChanged'>['closure']>;

const kind = 'closure';
/** Codes are stored as this HMAC: whoever reads the database without the secret cannot answer. */
const macOf = (secret: Buffer, closureId: string, number: string, code: string) =>
  createHmac('sha256', secret).update(`sms code:${closureId}:${number}:${code}`).digest();

/** Makes the six digits with which a number answers a closing, and stores their HMAC to recognise them. */
export async function issueCode(
  tx: Tx,
  change: EventData<'StatusChanged'>,
  closure: Closure,
  to: { number: string; language: string },
  { CLOSURE_LINK_SECRET: secret }: SmsConfig,
): Promise<string> {
  const code = createLinkCode(closure.key, secret, { kind, id: closure.id, address: to.number });
  const open = { closureId: closure.id, reportId: change.id, reference: change.reference, language: to.language };
  await saveCode(
    tx,
    to.number,
    { ...open, key: closure.key, mac: macOf(secret, closure.id, to.number, code) },
    closure.answerBy,
  );
  return code;
}

/** Which of them a number sent; null for none. */
export const findCode = (
  open: readonly OpenCode[],
  number: string,
  code: string,
  { CLOSURE_LINK_SECRET: secret }: SmsConfig,
): OpenCode | null =>
  open.find(({ closureId, mac }) => timingSafeEqual(mac, macOf(secret, closureId, number, code))) ?? null;
