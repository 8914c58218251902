import type { EventData, EventType } from '@tma/contracts';

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
  /** Whether recipients can have asked for no more messages of this kind. */
  canBeStopped?: boolean;
}

/** The messages of each event. The same data makes the same messages in the same order. */
export type Messages = { [T in EventType]?: (data: EventData<T>) => readonly Message[] };

/**
 * How sending failed: the message was rejected for good or deferred, or the server could not be reached, which says nothing of the
 * message.
 */
export type Failure = 'rejected' | 'deferred' | 'unreachable';

/** What accompanies a message on its way. */
interface Sending {
  /** The same whenever the message is sent: recipients recognise a second copy by it. */
  messageId: string;
  /** Aborts when sending takes too long. */
  signal: AbortSignal;
  /** Called at the last moment at which the message can be taken back; throws when it is not to be sent. */
  beforeEnd: () => void;
}

/** A way to reach people. Each is a folder in `channels/`; the queue, its leases and retries are the same for all. */
export interface Channel {
  /** As the queue has it. */
  name: string;
  /** As traces have it. */
  protocol: string;
  messages: Messages;
  /** How many messages may be on their way at once. */
  concurrency: number;
  /** Sends a message, or several of them as one. @param contents of messages to one recipient, the oldest first */
  send(contents: readonly object[], sending: Sending): Promise<void>;
  /** @param error as `send` throws it */
  classifyFailure(error: unknown): Failure;
  /** Ends its connections. */
  close(): void;
}
