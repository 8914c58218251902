/** Notify with its channel to telephones, with a Kannel whose answers and callbacks the tests choose. */
import type { EventData, EventType } from '@tma/contracts';
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { buildCallbacks } from '../channels/sms/callbacks.ts';
import { smsSender } from '../context.ts';
import type { Sender } from '../queue/sender.ts';
import { smsKey, startNotify } from './index.ts';
import { startFakeKannel } from './kannel.ts';
import { closingOf, newNumber, phoneSaved } from './phones.ts';

/** The app for Kannel's callbacks of a notify with SMS_URL, not listening yet. */
export const callbacksOf = ({ parts }: Awaited<ReturnType<typeof startNotify>>) =>
  buildCallbacks({ ...parts, sender: smsSender(parts) as Sender });

interface Row {
  position: string;
  state: string;
  receipt: number | null;
  kind: string;
}

export async function startSms(settings: Parameters<typeof startNotify>[0] = {}) {
  const kannel = await startFakeKannel();
  const notify = await startNotify({ SMS_URL: kannel.url, SMS_CALLBACK: 'http://notify.test', ...settings });
  const callbacks = callbacksOf(notify);
  const call = async (path: string, query: Record<string, string>) =>
    (await callbacks.inject({ url: `${path}?${new URLSearchParams({ key: smsKey, ...query })}` })).statusCode;
  /** What the telephone of a number got, once it is so much. */
  const arrived = async (number: string, count: number) => {
    await expect.poll(() => kannel.to(number).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
    return kannel.to(number);
  };
  return {
    kannel,
    notify,
    callbacks,
    call,
    arrived,
    /** Somebody who has messages sent to a number. */
    async person(): Promise<[id: string, number: string]> {
      const [id, number] = [uuid(), newNumber()];
      await notify.handle('PhoneSaved', phoneSaved(id, number));
      return [id, number];
    },
    say: (from: string, text: string, id: string = uuid()) => call('/incoming', { id, from, text }),
    receipt: (position: string, status: number) => call('/receipt', { position, status: String(status) }),
    /** What is queued for a number, or was, until it is forgotten whose it was; the oldest first. */
    async rows(number: string): Promise<Row[]> {
      const { rows } = await notify.pool.query<Row>(
        `select position, state, receipt, kind from deliveries where channel = 'sms' and recipient = $1 order by position`,
        [number],
      );
      return rows;
    },
    /** The events that it has told, the oldest first. */
    async published<T extends EventType>(type: T, subject?: string): Promise<EventData<T>[]> {
      const { rows } = await notify.pool.query<{ data: EventData<T> }>(
        `select payload::json -> 'data' as data from outbox
         where payload::json ->> 'type' = $1 and ($2::text is null or key = $2) order by position`,
        [type, subject ?? null],
      );
      return rows.map(({ data }) => data);
    },
    /** A closing about which somebody was asked. */
    async asked(userId: string, number: string, language = 'en') {
      const data = closingOf(userId, notify.closureSecret, language);
      const before = kannel.to(number).length;
      await notify.handle('StatusChanged', data);
      const text = (await arrived(number, before + 1)).at(-1) ?? '';
      const code = /\d{6}/.exec(text)?.[0] ?? '';
      return { data, text, code, wrong: code === '000000' ? '000001' : '000000' };
    },
    /** The quiet hours end. */
    async morning() {
      notify.config.SMS_QUIET = null;
      await notify.pool.query(
        'update deliveries set held_until = now(), next_attempt_at = now() where held_until is not null',
      );
    },
    async stop() {
      await callbacks.close();
      await notify.stop();
      await kannel.stop();
    },
  };
}

export type Sms = Awaited<ReturnType<typeof startSms>>;

/** The hour in which it is now, and the next, in Karachi: quiet. */
export function quietNow() {
  const from = (new Date().getUTCHours() + 5) % 24;
  return { from, to: (from + 2) % 24 };
}
