import { addRoutes, createApp } from '@tma/kit';
import type { Files } from './context.ts';
import { discardUploads } from './routes/discard-uploads.ts';
import { downloadDocument } from './routes/download-document.ts';
import { picture } from './routes/picture.ts';
import { upload } from './routes/upload.ts';

export async function buildApp(parts: Files) {
  const app = createApp(parts.log);
  // Uploads are read as they flow; their route caps them.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  addRoutes<'files'>(app, parts.tokens, {
    upload: upload(parts),
    discardUploads: discardUploads(parts),
    downloadDocument: downloadDocument(parts),
    picture: picture(parts),
  });
  return app;
}
