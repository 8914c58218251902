import { addRoutes, createApp } from '@tma/kit';
import type { Files } from './context.ts';
import { downloadDocument } from './routes/download-pdf/[id].get.ts';
import { discardUploads } from './routes/internal/uploads.delete.ts';
import { upload } from './routes/internal/uploads.post.ts';
import { picture } from './routes/uploads/[name].get.ts';

/** The routes of this service, not listening yet. */
export async function buildApp(files: Files) {
  const app = createApp(files.log);
  // Uploads are read as streams; their route limits their size.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  addRoutes<'files'>(app, files.tokens, {
    upload: upload(files),
    discardUploads: discardUploads(files),
    downloadDocument: downloadDocument(files),
    picture: picture(files),
  });
  return app;
}
