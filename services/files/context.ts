import { availableParallelism } from 'node:os';
import { type BaseParts, limitsOn, type Parts, type Redis } from '@tma/kit';
import { type FilesConfig, s3SettingsOf } from './config.ts';
import { LogFiles } from './log/log-files.ts';
import { openMap } from './map/map-folder.ts';
import { claimsIn } from './rendering/claims.store.ts';
import { Renderer } from './rendering/renderer.ts';
import { openStorage } from './storage/open.ts';
import { FileRemoval } from './storage/removal.ts';
import { countUploadBytes } from './uploads/metrics.ts';
import { createScanner } from './uploads/scanning/scanner.ts';

/** Throws an error that names the variable to correct when files cannot be stored where the configuration says. */
export async function buildOwn({ config, pool, redis }: BaseParts<FilesConfig>) {
  const storage = await openStorage({ folder: config.STORAGE_DIR, s3: s3SettingsOf(config) });
  return {
    serviceKeys: { system: config.OPEN311_SECRET, reports: config.LOG_FILES_SECRET },
    storage,
    signedLog: new LogFiles(storage, pool),
    map: await openMap(config.MAP_DIR),
    renderer: new Renderer(storage, claimsIn(pool), availableParallelism(), config.DECODER_SOCKET),
    scanner: createScanner(config.SCANNER_URL),
    removal: new FileRemoval(pool, storage),
    uploadBytes: countUploadBytes(),
    limits: createLimits(redis, config),
  };
}

/** The parts that only this service has. */
export type FilesOwn = Omit<Awaited<ReturnType<typeof buildOwn>>, 'serviceKeys'>;

/** What the routes, consumers and the sweep of this service work with. */
export type Files = Parts<FilesConfig> & FilesOwn;

function createLimits(redis: Redis, config: FilesConfig) {
  const hour = 3600;
  const limit = limitsOn(redis);
  return {
    /** Reads of parts of the signed log, by the reader's network. */
    logReads: limit('log-reads', config.RATE_LIMIT_LOG, hour, 'Too many parts of the log in an hour.'),
    /** Undecodable pictures, by their sender's id: each may take seconds of a processor. Nobody sends so many by mistake. */
    badPictures: limit('bad-pictures', 200, 24 * hour, 'Too many pictures could not be read.'),
    /** Refused files, by their sender's id. Each may be scanned, and is written to the storage. */
    refusedFiles: limit('refused-files', 500, 24 * hour, 'Too many files were refused.'),
    /** Views of hidden pictures, each decoded anew, by the caller's id. No office needs so many. */
    hiddenPictures: limit('hidden-pictures', 300, hour, 'Too many pictures in an hour.'),
    /** Documents that staff read, each an entry of the audit log, by the administrator's id. Nobody reads so many. */
    papers: limit('papers', 1000, hour, 'Too many documents in an hour.'),
  };
}
