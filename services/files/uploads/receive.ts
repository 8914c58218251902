import type { Readable } from 'node:stream';
import { HttpError, ignoreStreamErrors } from '@tma/kit';
import { type Measurements, MeasuringStream } from './measuring-stream.ts';

/**
 * Reads a request's body to its end, measured, into what `put` keeps. Throws 400 when the sender breaks off; what `put`
 * throws, for example because the disk is full, is thrown as it is.
 */
export async function receive(
  body: Readable,
  maxBytes: number,
  put: (content: Readable) => Promise<void>,
): Promise<Measurements> {
  // A storage may open a file before it reads: until then, nobody would listen for errors.
  const measuring = ignoreStreamErrors(new MeasuringStream(maxBytes));
  let aborted = false;
  const abort = (error: Error) => {
    aborted = true;
    measuring.destroy(error);
  };
  body.once('error', abort).once('close', () => {
    if (!body.readableEnded) abort(new Error('The sender went away'));
  });
  try {
    await put(body.pipe(measuring));
  } catch (error) {
    // What is still to come is read and dropped: its sender is writing, and reads the answer after that.
    body.unpipe(measuring);
    body.resume();
    if (!aborted) throw error;
    throw new HttpError(400, 'aborted', 'The upload was cut off.', { cause: error });
  }
  return measuring.measurements();
}
