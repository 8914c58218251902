import { Envelope, type EventData, type EventType, events } from '@tma/contracts';

/** A message that is not an event, or an event whose data does not fit its schema: trying again does not help. */
export class MalformedEvent extends Error {}

/**
 * An event that the owner of its type did not write, or that was changed: it came on another topic (`topic`), or it
 * names another address than the one its link was made for (`address`). Trying again does not help.
 */
export class RefusedEvent extends Error {
  readonly reason: 'topic' | 'address';

  constructor(reason: RefusedEvent['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Reads a message as a CloudEvent; its type may be unknown. Throws MalformedEvent. */
export function readEvent(value: string) {
  try {
    return Envelope.parse(JSON.parse(value));
  } catch (error) {
    throw new MalformedEvent(`Not a CloudEvent: ${(error as Error).message}`);
  }
}

/** Whether this version has a definition of the type. */
export const isKnown = (type: string): type is EventType => Object.hasOwn(events, type);

/** The data of an event by its schema. Throws MalformedEvent. */
export function readData<T extends EventType>(type: T, data: unknown): EventData<T> {
  const read = events[type].data.safeParse(data);
  if (read.success) return read.data as EventData<T>;
  const faults = read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new MalformedEvent(`The data of ${type} does not fit its schema: ${faults.join(', ')}`);
}
