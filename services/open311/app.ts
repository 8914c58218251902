import { open311Formats } from '@tma/contracts';
import { addRoutes, createApp, notFound } from '@tma/kit';
import type { Open311 } from './access/context.ts';
import { open311Discovery } from './georeport/discovery.route.ts';
import { open311Request, open311Requests, open311Token, open311Updates } from './georeport/requests.route.ts';
import { open311Service, open311Services } from './georeport/services.route.ts';
import { open311Report } from './georeport/submit.route.ts';
import { createKey, endKey, listKeys } from './keys/keys.route.ts';

/** The routes of this service, not listening yet. */
export async function buildApp(open311: Open311) {
  // Only the gateway reaches this port; the address that it forwards is the caller's.
  const app = createApp(open311.log, { trustProxy: true });
  app.addHook('onClose', async () => {
    await Promise.all([open311.tehsils.close(), open311.reports.close()]);
  });
  // A path with an unknown ending does not exist.
  app.addHook('onRequest', async ({ params }) => {
    const { format } = params as { format?: string };
    if (format !== undefined && !open311Formats.some((known) => known === format)) {
      throw notFound('There is nothing here.');
    }
  });
  // The route looks for the key in a form and passes the form on to reports.
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  addRoutes<'open311'>(app, open311.tokens, {
    open311Discovery: open311Discovery(open311),
    open311Services: open311Services(open311),
    open311Service: open311Service(open311),
    open311Requests: open311Requests(open311),
    open311Request: open311Request(open311),
    open311Token: open311Token(open311),
    open311Updates: open311Updates(open311),
    open311Report: open311Report(open311),
    listKeys: listKeys(open311),
    createKey: createKey(open311),
    endKey: endKey(open311),
  });
  return app;
}
