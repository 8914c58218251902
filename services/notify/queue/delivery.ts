import { seal, unseal } from '@tma/kit';

/** A message that is leased: this process alone may send it, until the lease ends. */
export interface Delivery {
  /** Its place in the queue; the key of its row. */
  position: string;
  recipient: string;
  messageId: string;
  /** Null where it is sealed. */
  content: object | null;
  sealed: Buffer | null;
  attempts: number;
  /** Since it was queued, or since it was to be sent where it was held. */
  ageSeconds: number;
  /** Whether it was held back, to be sent together with others. */
  inDigest: boolean;
  /** Since a process began to send it, in seconds; null where none did, or where it is known that the server did not take it. */
  triedSeconds: number | null;
  /** Whether the server has sent a receipt: then it has the message. */
  hasReceipt: boolean;
  /** The trace that sending it belongs to. */
  traceparent: string | null;
  /** The end of the lease, as Postgres writes it. While the row says the same, nobody else has leased it. */
  leasedUntil: string;
  /** Before the lease was asked for, by `performance.now()`: it lasts for `leaseSeconds` since then at least. */
  leasedAt: number;
}

/**
 * How long a lease lasts, by the database's clock, unless it is renewed. Its end is the moment at which the message is due again:
 * no sender takes it before. A message whose sender was killed waits for it.
 */
export const leaseSeconds = 10;
/** Messages to one recipient in a minute; more wait. */
export const maxPerMinute = 120;

/** SQL: how many messages a recipient was sent in the last minute. */
export const sentLately = (recipient: string) =>
  `(select count(*) from deliveries sent where sent.recipient = ${recipient} and sent.sent_at > now() - interval '1 minute')`;

/** SQL: whether a message has an order of its own: it is held until its time, or is part of a digest (mails only). */
export const isHeld = (row: string) =>
  `(${row}.held_until is not null and (${row}.channel = 'mail' or ${row}.held_until > now()))`;

/**
 * SQL: whether a message opens an account, or answers what was sent in. There are few of these to one recipient, and they do not
 * wait for other messages, so that nobody can keep a person out by sending them much.
 */
export const isUrgent = (kind: string) =>
  `${kind} in ('Answer', 'PhoneCodeRequested', 'VerificationRequested', 'RecoveryRequested', 'EmailChangeRequested', 'AdministratorRecoveryRequested')`;

/** @param secret 32 bytes */
export const sealContent = (content: object, secret: Buffer, messageId: string): Buffer =>
  seal(JSON.stringify(content), secret, messageId);

/** What a delivery says. Throws when it was sealed with another secret. */
export const openContent = ({ content, sealed, messageId }: Delivery, secret: Buffer): object =>
  sealed ? JSON.parse(unseal(sealed, secret, messageId)) : (content as object);
