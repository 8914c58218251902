import { type Checkpoint, parseCheckpoint } from '@tma/contracts';
import type { Parts } from '@tma/kit';
import type { LogHead } from '../report/context.ts';
import { appendStep, type Head, settledUpTo } from './append.ts';
import { type AskAuditEnd, AuditLine } from './audit-line.ts';
import * as store from './log.store.ts';
import { numberOf } from './origin.ts';
import { logHeadOf, type PublishParts, publish } from './publish.ts';

type SequencerParts = PublishParts & Pick<Parts, 'log'>;

/** So many pictures are asked for before each step. */
const picturesAtOnce = 20;

/** Appends public facts to the signed log, and signs it. Any number of instances may. */
export class Sequencer {
  readonly #parts: SequencerParts;
  #latest: LogHead | null = null;
  /** Nothing is looked at twice where nothing has changed. */
  #done: { upto: number; size: number } | null = null;

  readonly #audit: AuditLine;

  constructor(parts: SequencerParts, ask: AskAuditEnd) {
    this.#parts = parts;
    this.#audit = new AuditLine(ask, parts.log);
  }

  /** The newest published checkpoint that this instance knows of. */
  latest = (): LogHead | null => this.#latest;

  /** Appends what is settled, and signs it. */
  round = async (signal?: AbortSignal): Promise<void> => {
    const { pool } = this.#parts;
    const state = await store.readLogState(pool);
    this.#latest = state.signed;
    const newest = await store.newestEntry(pool);
    const isDone = this.#done?.upto === newest && this.#done.size === state.size && state.signed?.size === state.size;
    if (isDone && !this.#audit.isDue()) return;
    const upto = await settledUpTo(pool, signal);
    await this.#hashPictures(state.upto);
    if (upto !== null) await this.#append(upto, signal);
    await this.#publish();
    const { upto: done, size } = await store.readLogState(pool);
    this.#done = { upto: done, size };
  };

  async #append(upto: number, signal?: AbortSignal) {
    const { pool, log } = this.#parts;
    let more = true;
    while (more && !signal?.aborted) {
      const head = await this.#readHead();
      const appended = await appendStep(pool, upto, head);
      if (appended?.begun)
        log.error(appended.begun, 'the signed log goes on under a new origin: the old one ends where it is');
      more = appended?.more ?? false;
    }
  }

  /** What cannot be asked for now is asked for in the next round: the log goes on as far as the fact before it, and waits. */
  async #hashPictures(after: number) {
    const { pool, log, files } = this.#parts;
    try {
      for (const image of await store.unhashedPictures(pool, after, picturesAtOnce))
        await store.savePicture(pool, image, await files.hashPicture(image));
    } catch (error) {
      log.warn({ err: error }, 'a picture of the signed log could not be read; it is tried again');
    }
  }

  async #publish() {
    const { pool } = this.#parts;
    const { log, size, signed } = await store.readLogState(pool);
    const head = await this.#readHead();
    const from = head?.log === log && head.isOurs ? head.checkpoint : null;
    if (size < (from?.size ?? 0) || (head && head.log > log) || (head?.log === log && !head.isOurs)) return;
    const extensions = await this.#audit.linesAfter(head?.isOurs ? head.checkpoint : null);
    const out = await publish(this.#parts, log, from, { size, extensions });
    if (!out) return;
    const latest = logHeadOf(out);
    if (signed?.size !== latest.size || signed.root !== latest.root) await store.saveSigned(pool, log, latest);
    this.#latest = latest;
  }

  async #readHead(): Promise<(Head & { checkpoint: Checkpoint }) | null> {
    const note = (await this.#parts.files.read('checkpoint'))?.toString();
    if (!note) return null;
    const checkpoint = parseCheckpoint(note);
    const isOurs = this.#parts.signer.read(note) !== null;
    return { log: numberOf(checkpoint.origin), size: checkpoint.size, isOurs, checkpoint };
  }
}
