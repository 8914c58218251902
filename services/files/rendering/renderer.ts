import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { HttpError, notFound, unavailable, within } from '@tma/kit';
import { originalKey, type Picture, renderingKey, type Size, widths } from '../storage/keys.ts';
import type { ReceivedFile, Storage } from '../storage/storage.ts';
import type { Claims, Outcome } from './claims.store.ts';
import { Decoder, ImageFeatures, type Rendering } from './decoder/decoder.ts';
import { FairQueue } from './fair-queue.ts';
import type { ReusableBuffer } from './reusable-buffer.ts';

/** How many may wait in a queue: more would only make everybody wait longer. */
const maxWaiting = 200;
/** The most pictures at once: the process that decodes has no memory for more. */
const maxConcurrency = 3;
/** How often to check whether another instance has rendered a picture, in milliseconds. */
const pollMs = 250;

/**
 * Makes the public renderings of pictures. Uploads and readers have a queue each, which take turns at the one process that
 * decodes, so that neither a flood of uploads keeps readers waiting nor the other way round.
 */
export class Renderer {
  readonly #storage: Storage;
  readonly #claims: Claims;
  readonly #timeoutMs: number;
  readonly #decoder: Decoder;
  readonly #uploads: FairQueue;
  readonly #readers: FairQueue;
  /** The renderings under way in this instance, by key. */
  readonly #pending = new Map<string, Promise<void>>();

  /**
   * @param cores how many processors there are
   * @param decoderSocket of the container in which pictures are decoded; without it this service starts the process itself
   * @param timeoutMs how long somebody waits for a rendering; the gateway waits 10 s. What was begun goes on
   */
  constructor(storage: Storage, claims: Claims, cores: number, decoderSocket?: string, timeoutMs = 8000) {
    const concurrency = Math.min(cores, maxConcurrency);
    this.#storage = storage;
    this.#claims = claims;
    this.#timeoutMs = timeoutMs;
    this.#decoder = new Decoder(concurrency, decoderSocket);
    this.#uploads = new FairQueue(concurrency);
    this.#readers = new FairQueue(concurrency);
  }

  /**
   * The card of an upload, its hash, and of a proof what tells whether it is new; null when it cannot be decoded to its last row. Throws
   * 503 when too many wait for theirs.
   */
  async renderCard(upload: ReceivedFile, sender?: string, isProof = false): Promise<Rendering | null> {
    if (this.#uploads.waiting > maxWaiting) throw unavailable();
    return this.#uploads.run(async ({ allocate }) => {
      const features = isProof ? ImageFeatures.proof : ImageFeatures.hash;
      const result = await this.#decoder.render(await upload.read(allocate), widths.card, features);
      return 'content' in result ? result : null;
    }, sender);
  }

  /** Stores a card. Nothing stays of one whose picture was removed meanwhile. */
  async storeCard(picture: Picture, card: Uint8Array): Promise<void> {
    await this.#store(picture, 'card', card);
  }

  /**
   * The key of a public rendering, which is made now unless it exists: once, however many ask for it and of how many instances.
   * Throws 404 when the picture cannot be decoded or its file is lost, 503 when it takes too long or too many wait for
   * theirs.
   */
  async render(picture: Picture, size: Size): Promise<string> {
    const key = renderingKey(picture.public_name, size);
    if (await this.#storage.stat(key)) return key;
    if (!this.#pending.has(key) && this.#readers.waiting > maxWaiting) throw unavailable();
    const rendering =
      this.#pending.get(key) ?? this.#renderOrWait(picture, size).finally(() => this.#pending.delete(key));
    this.#pending.set(key, rendering);
    await within(rendering, this.#timeoutMs, unavailable);
    return key;
  }

  /**
   * Renders a picture of a hidden report, without storing the rendering. Throws 404 when it cannot be decoded or its
   * file is lost, 503 when too many wait. @param sender whose second request waits behind everybody's first
   */
  async drawHidden({ id }: Pick<Picture, 'id'>, sender: string): Promise<Uint8Array> {
    if (this.#readers.waiting > maxWaiting) throw unavailable();
    return this.#readers.run(async (buffer) => {
      const result = await this.#decoder.render(await this.#read(originalKey(id), buffer), widths.full);
      if ('refused' in result) throw notFound();
      return result.content;
    }, sender);
  }

  /** Ends the process that decodes. */
  stop(): void {
    this.#decoder.stop();
  }

  async #renderOrWait(picture: Picture, size: Size): Promise<void> {
    for (const end = performance.now() + this.#timeoutMs; performance.now() < end; await wait(pollMs)) {
      if (await this.#readers.run((buffer) => this.#renderClaimed(picture, size, buffer))) return;
    }
    throw unavailable();
  }

  /**
   * Looks for the rendering only once the picture is claimed: between a look and the claim another instance may have stored it.
   * @returns whether the rendering is there; false while another instance makes it
   */
  async #renderClaimed(picture: Picture, size: Size, buffer: ReusableBuffer): Promise<boolean> {
    const isThere = async () => (await this.#storage.stat(renderingKey(picture.public_name, size))) !== null;
    const source = await this.#sourceOf(picture, size);
    // Before the claim, which is a write: a picture whose file is lost costs none, however often anybody asks for it.
    if (!(await this.#storage.stat(source))) throw notFound();
    const claim = await this.#claims.claim(picture.id);
    if (claim === 'none') throw notFound();
    if (claim === 'busy') return isThere();
    try {
      if (!(await isThere())) await this.#renderFrom(await this.#read(source, buffer), picture, size);
      await this.#claims.release(picture.id, 'stored');
      return true;
    } catch (error) {
      await this.#claims.release(picture.id, outcomeOf(error));
      throw error;
    }
  }

  /** Throws 404 when the picture cannot be decoded: newer libraries refuse more, and files may be damaged. */
  async #renderFrom(source: Buffer, picture: Picture, size: Size): Promise<void> {
    const result = await this.#decoder.render(source, widths[size]);
    if ('refused' in result) throw new Undecodable();
    if (!(await this.#store(picture, size, result.content))) throw notFound();
  }

  /** What a rendering is made from: the smallest from the card if there is one, with a hundredth of the work. */
  async #sourceOf({ id, public_name }: Picture, size: Size): Promise<string> {
    const card = renderingKey(public_name, 'card');
    return size === 'sparing' && (await this.#storage.stat(card)) ? card : originalKey(id);
  }

  /** Reads a file into a buffer. Throws 404 where it is lost, as after the restore of an older backup. */
  async #read(key: string, buffer: ReusableBuffer): Promise<Buffer> {
    if (!(await this.#storage.stat(key))) throw notFound();
    return buffer.read(await this.#storage.get(key));
  }

  /** Stores a rendering; its picture may have been removed meanwhile. @returns whether it stays */
  async #store({ id, public_name }: Picture, size: Size, content: Uint8Array): Promise<boolean> {
    const key = renderingKey(public_name, size);
    await this.#storage.put(key, Readable.from([Buffer.from(content)]));
    if (await this.#claims.exists(id)) return true;
    await this.#storage.delete(key);
    return false;
  }
}

/** 404 for a picture that the decoder refuses: it is not tried again for a day. */
class Undecodable extends HttpError {
  constructor() {
    super(404, 'not_found', 'Not found');
  }
}

const isNone = (error: unknown) => error instanceof HttpError && error.status === 404;

function outcomeOf(error: unknown): Outcome {
  if (error instanceof Undecodable) return 'undecodable';
  return isNone(error) ? 'none' : 'failed';
}

/** A rendering; null where nothing is to be seen: the picture is hidden, removed or lost, or cannot be decoded. */
export const unlessNone = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (isNone(error)) return null;
    throw error;
  });
