import { createHmac, timingSafeEqual } from 'node:crypto';
import type { EventData } from '@tma/contracts';
import { createLinkCode, type Tx } from '@tma/kit';
import type { NotifyConfig } from '../../config.ts';
import { type OpenCode, saveCode } from './codes.store.ts';

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
  { CLOSURE_LINK_SECRET: secret }: NotifyConfig,
): Promise<string> {
  const { id: closureId, key, answerBy } = closure;
  const code = createLinkCode(key, secret, { kind, id: closureId, address: to.number });
  const mac = macOf(secret, closureId, to.number, code);
  const about = { closureId, reportId: change.id, reference: change.reference, language: to.language };
  await saveCode(tx, to.number, { ...about, key, mac }, answerBy);
  return code;
}

/** Which of them a number sent; null for none. */
export const findCode = (
  open: readonly OpenCode[],
  number: string,
  code: string,
  { CLOSURE_LINK_SECRET: secret }: NotifyConfig,
): OpenCode | null =>
  open.find(({ closureId, mac }) => timingSafeEqual(mac, macOf(secret, closureId, number, code))) ?? null;
