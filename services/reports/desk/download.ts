import { Readable } from 'node:stream';
import { byteOrderMark, csvLine } from '@tma/contracts/csv';
import { type Db, HttpError, type Pool, tooMany } from '@tma/kit';
import { claimDownload, exportColumns, fetchRows, openCursor } from './export.store.ts';
import type { Rows } from './search.store.ts';

interface DownloadRequest {
  adminId: string;
  rows: Rows;
  /** `YYYY-MM-DD` */
  today: string;
}

/** In milliseconds. */
interface DownloadLimits {
  /** After how long a reader who takes nothing is given up. */
  stallMs: number;
  /** After how long a download ends, because its transaction keeps Postgres from removing old rows. */
  mostMs: number;
}

/** The gateway gives a reader up after 60 s. */
const defaultLimits: DownloadLimits = { stallMs: 50_000, mostMs: 1_800_000 };

/** How many rows are read, and bytes passed on, at once. */
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
  let ended: Promise<void> | undefined;
  const end = () => {
    // Where this fails, the connection is broken, and closed as such.
    ended ??= client
      .query('rollback')
      .catch(() => undefined)
      .then(() => client.release());
    return ended;
  };
  try {
    await client.query('begin transaction read only');
    await client.query(`set local idle_in_transaction_session_timeout = ${limits.mostMs}`);
    if (!(await claimDownload(client, request.adminId))) throw tooMany(another, another.seconds * 1000);
    await openCursor(client, request.rows, request.today);
    const first = await fetchRows(client, rowsAtOnce);
    const endAfter = (ms: number, why: string) => setTimeout(() => file.destroy(new Error(why)), ms);
    const untilRead = () => endAfter(limits.stallMs, 'nobody read a download');
    const options = { objectMode: false, highWaterMark: pieceBytes };
    const file: Readable = Readable.from(piecesOf(client, first, untilRead, end), options);
    const latest = endAfter(limits.mostMs, 'a download took too long');
    return file.once('close', () => {
      clearTimeout(latest);
      end();
    });
  } catch (error) {
    await end();
    throw tooLong(error);
  }
}

/**
 * The file piece by piece. It ends once the transaction has ended, so that its reader may begin the next download.
 * @param untilRead begins to wait for the reader to take a piece
 */
async function* piecesOf(
  client: Db,
  first: (string | null)[][],
  untilRead: () => NodeJS.Timeout,
  end: () => Promise<void>,
) {
  let text = byteOrderMark + [exportColumns, ...first].map(csvLine).join('');
  while (text !== '') {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const stalled = untilRead();
      try {
        yield bytes.subarray(at, at + pieceBytes);
      } finally {
        clearTimeout(stalled);
      }
    }
    text = (await fetchRows(client, rowsAtOnce)).map(csvLine).join('');
  }
  await end();
}

/** Postgres ended a statement that took too long: rare words in a list of very many reports, on a machine with much to do. */
function tooLong(error: unknown): unknown {
  if ((error as { code?: unknown }).code !== '57014') return error;
  return new HttpError(503, 'too_slow', 'The reports could not be read in time. Please try again later.', {
    headers: { 'retry-after': '10' },
    cause: error,
  });
}
