import { within } from '../within.ts';

/** How long anything may take, tries of kafkajs and its pauses between them included. */
const limitMs = 15_000;

/**
 * A part of kafkajs that is never used again once something failed: its producers then send under numbers that the broker
 * may know already (docs/decisions/033), and its admins do not connect again.
 * @param connect makes a part and connects it
 */
export function reconnecting<P extends { disconnect(): Promise<void> }>(connect: () => Promise<P>) {
  let connecting: Promise<P> | undefined;
  // A part that failed may not be connected any more; no call waits for this.
  const disconnect = async (part?: Promise<P>) => part?.then((one) => one.disconnect()).catch(() => {});
  return {
    /** Runs work with the part, which is connected first if necessary. Throws after 15 s; after a failure a new part is connected. */
    async use<T>(work: (part: P) => Promise<T>): Promise<T> {
      connecting ??= connect();
      const current = connecting;
      try {
        return await within(current.then(work), limitMs, notInTime);
      } catch (error) {
        if (connecting === current) connecting = undefined;
        disconnect(current);
        throw error;
      }
    },
    close: () => disconnect(connecting),
  };
}

const notInTime = () => new Error(`Kafka did not answer within ${limitMs / 1000} s`);
