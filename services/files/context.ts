import { availableParallelism } from 'node:os';
import { type BaseParts, createLimit, type Limit, type Parts } from '@tma/kit';
import { type FilesConfig, s3SettingsOf } from './config.ts';
import { LogFiles } from './log/log-files.ts';
import { turnsOf } from './log/turns.store.ts';
import { type MapFolder, openMap } from './map/map-folder.ts';
import { claimsIn } from './rendering/claims.store.ts';
import { Renderer } from './rendering/renderer.ts';
import { createScanner, type Scanner } from './scanning/scanner.ts';
import { openStorage } from './storage/open.ts';
import { FileRemoval } from './storage/removal.ts';
import type { Storage } from './storage/storage.ts';
import { countUploadBytes, type UploadBytes } from './uploads/metrics.ts';

/** The parts that only this service has. */
export interface FilesOwn {
  storage: Storage;
  signedLog: LogFiles;
  map: MapFolder;
  renderer: Renderer;
  scanner: Scanner;
  removal: FileRemoval;
  uploadBytes: UploadBytes;
  limits: {
    /** Pictures that were decoded in vain, by their sender's id. */
    badPictures: Limit;
    /** Files that were refused, by their sender's id. */
    refusedFiles: Limit;
    /** Hidden pictures that were drawn for who may still see them, by the caller's id. */
    hiddenPictures: Limit;
    /** Documents that staff read, each of which is written down, by the administrator's id. */
    papers: Limit;
  };
}

/** Far more than anybody sends by mistake; each may take seconds of processor time. */
const badPicturesADay = 200;
/** More than anybody sends by mistake; each may be scanned, and is written to the storage. */
const refusedFilesADay = 500;
/** More than a desk looks at; each is decoded anew. */
const hiddenPicturesAnHour = 300;

/** More than anybody reads. */
const papersAnHour = 1000;

/** What the routes, consumers and the sweep of this service work with. */
export type Files = Parts<FilesConfig> & FilesOwn;

/** Throws an error that names the variable to correct when files cannot be kept where the configuration says. */
export async function buildOwn({
  config,
  pool,
  redis,
}: BaseParts<FilesConfig>): Promise<FilesOwn & { systemKey: Uint8Array }> {
  const storage = await openStorage({ folder: config.STORAGE_DIR, s3: s3SettingsOf(config) });
  return {
    systemKey: config.OPEN311_SECRET,
    storage,
    signedLog: new LogFiles(storage, turnsOf(pool)),
    map: await openMap(config.MAP_DIR),
    renderer: new Renderer(storage, claimsIn(pool), availableParallelism(), config.DECODER_SOCKET),
    scanner: createScanner(config.SCANNER_URL),
    removal: new FileRemoval(pool, storage),
    uploadBytes: countUploadBytes(),
    limits: {
      badPictures: createLimit(redis, {
        name: 'bad-pictures',
        points: badPicturesADay,
        seconds: 24 * 3600,
        code: 'over_request_rate_limit',
        message: 'Too many pictures could not be read. Please try again later.',
      }),
      refusedFiles: createLimit(redis, {
        name: 'refused-files',
        points: refusedFilesADay,
        seconds: 24 * 3600,
        code: 'over_request_rate_limit',
        message: 'Too many files were refused. Please try again later.',
      }),
      hiddenPictures: createLimit(redis, {
        name: 'hidden-pictures',
        points: hiddenPicturesAnHour,
        seconds: 3600,
        code: 'over_request_rate_limit',
        message: 'Too many pictures in an hour. Please try again later.',
      }),
      papers: createLimit(redis, {
        name: 'papers',
        points: papersAnHour,
        seconds: 3600,
        code: 'over_request_rate_limit',
        message: 'Too many documents in an hour. Please try again later.',
      }),
    },
  };
}
