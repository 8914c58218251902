import { pause } from '@tma/kit';
import { type DeliverParts, deliver } from './deliver.ts';
import { leaseDue } from './deliveries.store.ts';
import type { Delivery } from './delivery.ts';
import { Leases } from './leases.ts';
import { unreachableSeconds } from './retry.ts';

/** How often it looks for messages that became due, or that other processes queued without having room for them. */
const pollMs = 1000;
const databaseRetryMs = 1000;

interface SenderParts extends Omit<DeliverParts, 'leases'> {
  /** The host of the portal, in the ids of messages. */
  host: string;
}

/** Sends the messages of a channel, several at a time. It holds no connection to the database while it talks to the server. */
export class Sender {
  readonly parts: SenderParts;
  readonly #leases: Leases;
  readonly #stopping = new AbortController();
  /** What is being sent, by position. */
  readonly #inHand = new Map<string, Promise<void>>();
  #isDatabaseAway = false;
  #running: Promise<void> | undefined;
  /** How often in a row the server was unreachable. */
  #failures = 0;
  /** While an unreachable server is not tried. */
  #rest: Promise<void> | undefined;
  /** Whether a message may be due that no process is sending. */
  #moreDue = true;
  /** Whether there was a reason to look again since the last look began. */
  #isWoken = false;
  #resume = () => {};

  constructor(parts: SenderParts) {
    this.parts = parts;
    this.#leases = new Leases(parts);
  }

  /** Whether a message that is queued now can be sent at once. */
  hasRoom(): boolean {
    return this.#running !== undefined && !this.#stopping.signal.aborted && !this.#rest && this.#room() > 0;
  }

  /** Sends a message that is leased to this process. */
  send(leased: Delivery): void {
    this.#inHand.set(leased.position, this.#sendAndRecord(leased));
  }

  /** Makes it look for messages that are due. */
  wake(): void {
    this.#moreDue = true;
    this.#isWoken = true;
    this.#resume();
  }

  /** Starts looking. @returns a function that stops it, once the messages in hand are sent */
  start(): () => Promise<void> {
    this.#running = this.#lookUntilStopped();
    return async () => {
      this.#stopping.abort();
      await this.#running;
      await Promise.all(this.#inHand.values());
      this.parts.channel.close();
    };
  }

  /** How many more messages can be in hand; one tries whether a server is back. */
  #room() {
    return (this.#failures === 0 ? this.parts.channel.concurrency : 1) - this.#inHand.size;
  }

  async #sendAndRecord(leased: Delivery) {
    try {
      const outcome = await deliver({ ...this.parts, leases: this.#leases }, leased, this.#failures);
      this.#isDatabaseAway = false;
      if (outcome === 'handled') this.#failures = 0;
      else this.#rest ??= this.#waitForServer();
    } catch (error) {
      this.#noteDatabaseAway(error);
    } finally {
      this.#inHand.delete(leased.position);
      if (this.#moreDue) this.wake();
    }
  }

  /** When one message found no server, the next ones would not either: they stay queued as they are. */
  async #waitForServer() {
    const seconds = unreachableSeconds(this.#failures);
    this.#failures += 1;
    await pause(seconds * 1000, this.#stopping.signal);
    this.#rest = undefined;
  }

  async #lookUntilStopped() {
    while (!this.#stopping.signal.aborted) {
      await this.#rest;
      try {
        await this.#look();
      } catch (error) {
        this.#noteDatabaseAway(error);
        await pause(databaseRetryMs, this.#stopping.signal);
      }
    }
  }

  /** Sends what is due, then waits for a reason to look again. */
  async #look() {
    this.#isWoken = false;
    this.#moreDue = true;
    const limit = this.#room();
    const inHand = [...this.#inHand.keys()];
    const due = limit > 0 ? await leaseDue(this.parts.pool, this.parts.channel.name, inHand, limit) : [];
    this.#isDatabaseAway = false;
    for (const leased of due) this.send(leased);
    // Messages that wait for one in hand become due once it is done.
    this.#moreDue = this.#isWoken || this.#inHand.size > 0;
    if (this.#isWoken && this.#room() > 0) return;
    await pause(pollMs, this.#stopping.signal, (resume) => {
      this.#resume = resume;
    });
  }

  /** Logs an outage of the database once, not for every message and attempt. */
  #noteDatabaseAway(error: unknown) {
    if (!this.#isDatabaseAway) this.parts.log.warn({ err: error }, 'messages wait: the database does not answer');
    this.#isDatabaseAway = true;
  }
}
