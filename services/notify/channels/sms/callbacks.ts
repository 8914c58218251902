/** Kannel's callbacks, receipts and messages from telephones, on a port that the portal's gateway does not forward to. */
import { type App, createApp, HttpError, isSameSecret, type Parts } from '@tma/kit';
import { z } from 'zod';
import { handleIncoming, type IncomingParts } from './incoming.ts';
import { noteReceipt } from './receipts.store.ts';

const key = z.string().max(200);
const Receipt = z.object({ key, position: z.string().regex(/^\d{1,18}$/), status: z.coerce.number().int() });
/** A text longer than any answer is cut, not refused: Kannel would send a refused one again and again. */
const mostText = 2000;
const Incoming = z.object({
  key,
  id: z.string().min(1).max(100),
  from: z.string().max(40),
  text: z.string().transform((text) => text.slice(0, mostText)),
});

/** A message's text: the bytes of `%b` in the charset of `%C`, UTF-16BE for Urdu. A query parser would read them as UTF-8. */
function textIn(url: string, charset: unknown): string {
  const raw = /[?&]text=([^&]*)/.exec(url)?.[1] ?? '';
  const plain = raw
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  const bytes = Buffer.from(plain, 'latin1');
  return charset === 'UTF-16BE' ? new TextDecoder('utf-16be').decode(bytes) : bytes.toString('utf8');
}

type CallbackParts = IncomingParts & Pick<Parts, 'log'>;

/**
 * The app for callbacks, not listening yet. Kannel calls by GET and ignores the body of an answer, so all are empty. It
 * repeats calls that were not answered with 200 or 202 (`http-request-retry` in infra/compose/kannel.conf).
 */
export function buildCallbacks(parts: CallbackParts): App {
  const app = createApp(parts.log);
  app.addHook('onRequest', async ({ query }) => {
    const given = (query as { key?: unknown }).key;
    if (typeof given !== 'string' || !isSameSecret(given, parts.config.SMS_KEY))
      throw new HttpError(403, 'forbidden', 'SMS_KEY is needed.');
  });
  app.get('/receipt', async ({ query }, reply) => {
    const { position, status } = Receipt.parse(query);
    await noteReceipt(parts.pool, position, status);
    return reply.code(200).send();
  });
  app.get('/incoming', async ({ query, raw }, reply) => {
    const { charset } = query as { charset?: unknown };
    await handleIncoming(parts, Incoming.parse({ ...(query as object), text: textIn(raw.url ?? '', charset) }));
    return reply.code(200).send();
  });
  return app;
}

/** Listens for Kannel's calls. @returns a function that stops it */
export function startCallbacks(parts: CallbackParts): () => Promise<void> {
  const { HOST: host, SMS_PORT: port, REUSE_PORT: reusePort } = parts.config;
  const where = { host, port, reusePort };
  const app = buildCallbacks(parts);
  const listening = app.listen(where).catch((error: unknown) => {
    parts.log.fatal({ err: error }, 'SMS_PORT cannot be listened on');
    process.exit(1);
  });
  return async () => {
    await listening;
    await app.close();
  };
}
