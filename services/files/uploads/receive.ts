import { finished, type Readable } from 'node:stream';
import { HttpError, ignoreStreamErrors } from '@tma/kit';
import { type Measurements, MeasuringStream } from './measuring-stream.ts';

/**
 * Reads a request's body to its end, measures it, and lets `take` store it. Throws 400 when the sender breaks off; what
 * `take` throws, for example because the disk is full, is thrown as it is.
 */
export async function receive<T>(
  body: Readable,
  maxBytes: number,
  take: (content: Readable) => Promise<T>,
): Promise<[T, Measurements]> {
  // A storage may open a file before it reads: until then, nobody would listen for errors.
  const measuring = ignoreStreamErrors(new MeasuringStream(maxBytes));
  let aborted = false;
  // Also of a body that was cut off before: nothing more would come of it, not even its end.
  finished(body, (error) => {
    if (!error) return;
    aborted = true;
    measuring.destroy(error);
  });
  try {
    return [await take(body.pipe(measuring)), measuring.measurements()];
  } catch (error) {
    // The rest of the body is read and dropped: its sender is still writing, and reads the answer after that.
    body.unpipe(measuring);
    body.resume();
    if (!aborted) throw error;
    throw new HttpError(400, 'aborted', 'The upload was cut off.', { cause: error });
  }
}
