import type { EventData, EventType } from '@tma/contracts';
import type { Tx } from '@tma/kit';

/** What a channel has to say of an event to one recipient. */
export interface Message {
  /** What the channel knows people by: an e-mail address, a telephone number. */
  recipient: string;
  /** What is sent, in JSON. */
  content: object;
  /** Its kind, where that is not the type of its event. */
  kind?: string;
  /** Whether it has a link that opens something: its content is sealed until it is sent. */
  isSealed?: boolean;
  /** How many the operator pays for: the segments of a message to a telephone. */
  units?: number;
  /** Until when it waits, as Postgres writes it. */
  heldUntil?: string | null;
  /** What it is about: a newer message about the same replaces it while it waits. */
  about?: string;
  /** Whether recipients can unsubscribe from messages of this kind. */
  canBeStopped?: boolean;
}

/** The messages of each event. The same data makes the same messages in the same order. */
export type Messages = {
  [T in EventType]?: (data: EventData<T>, tx: Tx) => readonly Message[] | Promise<readonly Message[]>;
};

/**
 * How sending failed: the server rejected the message for good, or deferred it; or the server could not be reached, which says
 * nothing about the message; or it is unknown whether the server took it.
 */
export type Failure = 'rejected' | 'deferred' | 'unreachable' | 'uncertain';

/** Thrown by `send` for a message that is of no use any more, because its link or code has expired. Nothing was sent. */
export class TooLate extends Error {
  constructor() {
    super('it is over');
  }
}

/** What accompanies a message on its way. */
interface Sending {
  /** Whom all of them are to. */
  recipient: string;
  /** The same whenever the message is sent: recipients recognise a second copy by it. */
  messageId: string;
  /** Its place in the queue. */
  position: string;
  /** Since it was queued, or since it was to be sent where it was held. */
  ageSeconds: number;
  /** Aborts when sending takes too long. */
  signal: AbortSignal;
  /** Called at the last moment at which the message can be taken back; throws when it is not to be sent. */
  beforeEnd: () => void;
}

/** A way to reach people. Each is a folder in `channels/`; the queue, its leases and retries are the same for all. */
export interface Channel {
  /** As the queue has it. */
  name: 'mail' | 'sms';
  /** As traces have it. */
  protocol: string;
  messages: Messages;
  /** Whether changes that come close together are sent as one message. */
  hasDigests: boolean;
  /**
   * Whether the server sends receipts, and a second copy would be seen as a second message. Then a note is made before a message is
   * sent, and a message whose result is unknown waits for its receipt.
   */
  hasReceipts: boolean;
  /** How long a message is tried while the server refuses it for now or is away, in seconds. */
  retrySeconds: number;
  /** How many messages may be on their way at once. */
  concurrency: number;
  /**
   * If a message is due at an hour in which it may not be sent: until when it waits; null if it may be sent. Without this, all may.
   */
  heldUntil?(content: object): Date | null;
  /** Sends a message, or several of them as one. @param contents of messages to one recipient, the oldest first */
  send(contents: readonly object[], sending: Sending): Promise<void>;
  /** @param error as `send` throws it */
  classifyFailure(error: unknown): Failure;
  /** Ends its connections. */
  close(): void;
}
