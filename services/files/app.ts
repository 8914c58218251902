import { addRoutes, createApp } from '@tma/kit';
import type { Files } from './context.ts';
import { downloadDocument } from './documents/download.route.ts';
import { keepLog, readLog } from './log/log.route.ts';
import { mapFile, readMap } from './map/map.route.ts';
import { hashPicture, picture, pictureOfReport } from './pictures/picture.route.ts';
import { discardUploads, upload } from './uploads/upload.route.ts';

/** The routes of this service, not listening yet. */
export async function buildApp(files: Files) {
  // Only the gateway and other services reach this port; the address that the gateway forwards is the caller's.
  const app = createApp(files.log, { trustProxy: true });
  // Uploads are read as streams; the route limits their size.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  addRoutes<'files'>(app, files.tokens, {
    upload: upload(files),
    discardUploads: discardUploads(files),
    downloadDocument: downloadDocument(files),
    picture: picture(files),
    readMap: readMap(files),
    mapTiles: mapFile(files, 'tiles'),
    mapOutlines: mapFile(files, 'outlines'),
    readLog: readLog(files),
    keepLog: keepLog(files),
    hashPicture: hashPicture(files),
    readImage: pictureOfReport(files, 'image'),
    readProofImage: pictureOfReport(files, 'proof'),
  });
  return app;
}
