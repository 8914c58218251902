import { type Pool, pause, type Tx, transaction } from '@tma/kit';
import type { Transporter } from 'nodemailer';

interface Row {
  position: string;
  recipient: string;
  messageId: string;
  content: { subject: string };
  inDigest: boolean;
}

const columns = `position, recipient, message_id as "messageId", content, held_until is not null as "inDigest"`;

/** Sends the next mail with the statements of the version that locked a mail's row while it sent it. @returns whether there was one */
const sendNext = (pool: Pool, transport: Transporter): Promise<boolean> =>
  transaction(pool, async (tx) => {
    const { rows } = await tx.query<Row>(
      `select ${columns} from deliveries due
     where state in ('queued', 'deferred') and next_attempt_at <= now() and (held_until is null or held_until <= now())
       and not exists (select from deliveries earlier
         where earlier.recipient = due.recipient and earlier.state in ('queued', 'deferred')
           and earlier.position < due.position and (earlier.held_until is null) = (due.held_until is null))
       and (select count(*) from deliveries sent
         where sent.recipient = due.recipient and sent.sent_at > now() - interval '1 minute') < $1
     order by next_attempt_at, position limit 1 for update skip locked`,
      [120],
    );
    const [next] = rows;
    if (!next) return false;
    const mails = next.inDigest ? await lockDigest(tx, next.recipient) : [next];
    const subject = mails.length > 1 ? `${mails.length} changes to your reports` : next.content.subject;
    const mail = { from: 'a@example.org', to: next.recipient, subject, text: 'x', messageId: next.messageId };
    await transport.sendMail(mail);
    await tx.query(
      `update deliveries set state = 'sent', sent_at = now(), attempts = attempts + 1, content = null, sealed_content = null, last_error = null
     where position = any($1)`,
      [mails.map(({ position }) => position)],
    );
    return true;
  });

async function lockDigest(tx: Tx, recipient: string): Promise<Row[]> {
  const { rows } = await tx.query<Row>(
    `select ${columns} from deliveries
     where recipient = $1 and state in ('queued', 'deferred') and held_until <= now() order by position for update`,
    [recipient],
  );
  return rows;
}

/** Starts the loops of an instance of the version before. @returns what stops them */
export function startSenderBefore(pool: Pool, transport: Transporter): () => Promise<void> {
  const stopping = new AbortController();
  const loops = Array.from({ length: 3 }, async () => {
    while (!stopping.signal.aborted) if (!(await sendNext(pool, transport))) await pause(20, stopping.signal);
  });
  return async () => {
    stopping.abort();
    await Promise.all(loops);
    transport.close();
  };
}
