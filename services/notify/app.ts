import { addRoutes, createApp, type Parts } from '@tma/kit';
import type { NotifyConfig } from './config.ts';
import { showUnsubscribe, unsubscribe } from './routes/unsubscribe.ts';

export async function buildApp(parts: Parts<NotifyConfig>) {
  const app = createApp(parts.log);
  // One-click unsubscribing posts a form (RFC 8058); all it says is in the link.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null));
  addRoutes<'notify'>(app, parts.tokens, {
    showUnsubscribe: showUnsubscribe(parts),
    unsubscribe: unsubscribe(parts),
  });
  return app;
}
