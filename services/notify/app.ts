import { addRoutes, createApp } from '@tma/kit';
import type { Notify } from './context.ts';
import { showUnsubscribe, unsubscribe } from './unsubscribe/unsubscribe.route.ts';

/** The routes of this service, not listening yet. */
export async function buildApp(notify: Notify) {
  const app = createApp(notify.log);
  // One-click unsubscribing posts a form (RFC 8058); its body is ignored, as the link has the token.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null));
  addRoutes<'notify'>(app, notify.tokens, {
    showUnsubscribe: showUnsubscribe(notify),
    unsubscribe: unsubscribe(notify),
  });
  return app;
}
