import { HttpError, unavailable } from '@tma/kit';
import { FairQueue } from '../../rendering/fair-queue.ts';
import type { ReceivedFile } from '../../storage/storage.ts';
import { clamdAddress, scanWithClamd } from './clamd.ts';

/** As many as clamd works at by default (MaxThreads). */
const maxConcurrency = 10;
/** With this many waiting, another one would only make everybody wait longer. */
const maxWaiting = 200;

/** Looks for viruses in files that have arrived, before anything else is done with them. */
export interface Scanner {
  /**
   * Throws 422 `file_refused` for a file in which something was found, 503 when it cannot be scanned.
   * @param sender whose second file waits behind everybody's first
   * @param onFound is told the signature first
   */
  check(
    file: Pick<ReceivedFile, 'pieces'>,
    sender: string,
    onFound: (signature: string) => Promise<void>,
  ): Promise<void>;
}

/** @param url of clamd; without one nothing is scanned */
export function createScanner(url: string | undefined): Scanner {
  if (!url) return { check: async () => undefined };
  const address = clamdAddress(url);
  const queue = new FairQueue(maxConcurrency);
  return {
    async check(file, sender, onFound) {
      if (queue.waiting > maxWaiting) throw unavailable();
      const scan = () => scanWithClamd(address, file.pieces());
      const signature = await queue.run(scan, sender).catch((error: unknown) => {
        throw unavailable(error);
      });
      if (signature === null) return;
      await onFound(signature);
      throw new HttpError(422, 'file_refused', 'This file cannot be accepted.');
    },
  };
}
