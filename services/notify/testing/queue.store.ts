import { type Pool, transaction } from '@tma/kit';
import { leaseDue } from '../queue/deliveries.store.ts';
import type { Delivery } from '../queue/delivery.ts';

/** What came of the oldest mail to an address so far. */
export async function readMail(pool: Pool, email: string) {
  const { rows } = await pool.query<{ state: string; attempts: number; leased: boolean }>(
    'select state, attempts, next_attempt_at > now() as leased from deliveries where recipient = $1 order by position',
    [email],
  );
  return rows[0];
}

/** Queues a mail that no sender takes: it is due once `lease` asks for it. */
export async function queueForNobody(pool: Pool, email: string): Promise<void> {
  await pool.query(
    `insert into deliveries (event_id, channel, recipient, kind, message_id, content, next_attempt_at)
     values (gen_random_uuid(), 'mail', $1, 'ReportCreated', '<${email}>', $2, 'infinity')`,
    [email, { to: email, subject: 'A mail', text: 'x', html: 'x', language: 'en' }],
  );
}

/** Leases a mail, as long as its lease is. It is due in this transaction alone, so no sender that runs takes it before. */
export const lease = (pool: Pool, email: string): Promise<Delivery> =>
  transaction(pool, async (tx) => {
    await tx.query('update deliveries set next_attempt_at = now() where recipient = $1', [email]);
    const others = "select position from deliveries where recipient <> $1 and state in ('queued', 'deferred')";
    const { rows } = await tx.query<{ position: string }>(others, [email]);
    const inHand = rows.map(({ position }) => position);
    const [leased] = await leaseDue(tx, 'mail', inHand, 1);
    if (leased?.recipient !== email) throw new Error(`no mail to ${email} is due`);
    return leased;
  });
