import { Readable } from 'node:stream';
import { byteOrderMark, csvLine } from '@tma/contracts/csv';
import { HttpError, type Pool, tooMany } from '@tma/kit';
import { claimDownload, exportColumns, fetchRows, openCursor, type Reader } from './export.store.ts';
import type { Rows } from './search.store.ts';

interface DownloadRequest {
  adminId: string;
  rows: Rows;
  /** `YYYY-MM-DD` */
  today: string;
}

/** In milliseconds. */
interface DownloadLimits {
  /** After which a reader who takes nothing is given up. */
  stallMs: number;
  /** After which a download ends: its transaction keeps Postgres from tidying up. */
  mostMs: number;
}

/** The gateway gives a reader up after 60 s. */
const defaultLimits: DownloadLimits = { stallMs: 50_000, mostMs: 1_800_000 };

/** Rows that are read at once, and bytes that are handed on at once. */
const rowsAtOnce = 500;
const pieceBytes = 64 * 1024;

const another = {
  name: 'downloads-at-once',
  points: 1,
  seconds: 10,
  code: 'download_under_way',
  message: 'Another download of yours is under way. Please wait until it is complete.',
};

/**
 * Reads reports as CSV from a cursor, in a transaction that only reads: as they were when it began, however many they are. No
 * more is read than is taken. The transaction ends with the stream, whatever ends it.
 * @param pool for downloads alone, which take as long as their readers do
 * @returns once the first rows were read. Throws 429 while another download of the administrator is under way
 */
export async function openDownload(pool: Pool, request: DownloadRequest, limits = defaultLimits): Promise<Readable> {
  const client = await pool.connect();
  const end = () =>
    client.query('rollback').then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  try {
    await client.query('begin transaction read only');
    await client.query(`set local idle_in_transaction_session_timeout = ${limits.mostMs}`);
    if (!(await claimDownload(client, request.adminId))) throw tooMany(another, another.seconds * 1000);
    await openCursor(client, request.rows, request.today);
    return new Download(client, await fetchRows(client, rowsAtOnce), end, limits);
  } catch (error) {
    await end();
    throw tooLong(error);
  }
}

class Download extends Readable {
  readonly #client: Reader;
  readonly #end: () => Promise<void>;
  readonly #stallMs: number;
  readonly #latest: NodeJS.Timeout;
  #stalled: NodeJS.Timeout | undefined;
  #hasEnded = false;
  /** What was read and not handed on. */
  #rest: Buffer;

  constructor(
    client: Reader,
    first: (string | null)[][],
    end: () => Promise<void>,
    { stallMs, mostMs }: DownloadLimits,
  ) {
    super({ highWaterMark: pieceBytes });
    this.#client = client;
    this.#end = end;
    this.#stallMs = stallMs;
    this.#latest = setTimeout(() => this.destroy(new Error('a download took too long')), mostMs);
    this.#rest = Buffer.from(byteOrderMark + [exportColumns, ...first].map(csvLine).join(''));
  }

  override _read() {
    clearTimeout(this.#stalled);
    this.#next().catch((error: Error) => this.destroy(error));
  }

  async #next() {
    if (this.#rest.length === 0) {
      const rows = await fetchRows(this.#client, rowsAtOnce);
      if (rows.length === 0) {
        // Before the stream ends: who has all of it may begin the next.
        await this.#finish();
        this.push(null);
        return;
      }
      this.#rest = Buffer.from(rows.map(csvLine).join(''));
    }
    const piece = this.#rest.subarray(0, pieceBytes);
    this.#rest = this.#rest.subarray(pieceBytes);
    this.#stalled = setTimeout(() => this.destroy(new Error('nobody read a download')), this.#stallMs);
    this.push(piece);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#finish().then(() => done(error));
  }

  async #finish() {
    clearTimeout(this.#latest);
    clearTimeout(this.#stalled);
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    await this.#end();
  }
}

/** Postgres ended a statement that took too long: rare words in a list of very many reports, on a machine with much to do. */
function tooLong(error: unknown): unknown {
  if ((error as { code?: unknown }).code !== '57014') return error;
  return new HttpError(503, 'too_slow', 'The reports could not be read in time. Please try again later.', {
    headers: { 'retry-after': '10' },
    cause: error,
  });
}
