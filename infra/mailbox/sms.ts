/** Messages to telephones: the mailbox takes them as Kannel's sendsms does, and sends as its telephones would. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sizeOf } from '../../services/notify/texts/sms/segments.ts';
import { openKept } from './kept.ts';
import type { Sms } from './message.ts';
import { telephonePage } from './pages.ts';

const maxMessages = 2000;

export const openMessages = (folder: string) => openKept<Sms>(`${folder}/sms`, maxMessages);

interface Telephones {
  messages: Awaited<ReturnType<typeof openMessages>>;
  /** Where what a telephone sends goes; without it there are none. */
  SMS_CALLBACK?: string | undefined;
  SMS_KEY: string;
}

type Fields = Readonly<Record<string, string | undefined>>;

/** Adds `/cgi-bin/sendsms`, which answers as Kannel does, with receipts; `/sms`, `/sms/reply`, and a telephone's page. */
export function addTelephones(app: FastifyInstance, { messages, SMS_CALLBACK, SMS_KEY }: Telephones): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.get<{ Querystring: Fields }>('/cgi-bin/sendsms', async ({ query }, reply) => {
    const { to = '', from = '', text = '' } = query;
    if (!to || !text) return reply.code(400).send('Missing receiver number or text');
    await messages.add({ id: randomUUID(), to, from, text, ...sizeOf(text), date: new Date().toISOString() });
    void sendReceipts(query['dlr-url']);
    return reply.code(202).send('0: Accepted for delivery');
  });
  app.get<{ Querystring: Fields }>('/sms', ({ query: { to } }) =>
    messages.list().filter((sms) => to === undefined || sms.to === to.replace(/^ /, '+')),
  );
  app.delete('/sms', async (_request, reply) => {
    await messages.clear();
    return reply.code(204).send();
  });
  app.get<{ Querystring: Fields }>('/telephone', ({ query: { number = '' } }, reply) =>
    reply.type('text/html; charset=utf-8').send(telephonePage(number, messages.list())),
  );
  app.post<{ Body: Fields }>('/sms/reply', async ({ body, headers }, reply) => {
    const { from = '', text = '' } = body ?? {};
    if (!SMS_CALLBACK || !from || !text) return reply.code(400).send({ message: 'from and text are needed' });
    const query = new URLSearchParams({ key: SMS_KEY, id: randomUUID(), from, text });
    const { status } = await fetch(`${SMS_CALLBACK}/incoming?${query}`, { signal: AbortSignal.timeout(10_000) });
    if (status !== 200) return reply.code(502).send({ message: `notify answered ${status}` });
    const isForm = headers['content-type']?.includes('urlencoded');
    return isForm ? reply.redirect(`/telephone?number=${encodeURIComponent(from)}`, 303) : reply.code(204).send();
  });
}

/** The network took it, and the telephone has it. */
async function sendReceipts(url: string | undefined): Promise<void> {
  if (!url) return;
  for (const status of ['8', '1'])
    await fetch(url.replace('%d', status), { signal: AbortSignal.timeout(5000) }).catch(() => {});
}
