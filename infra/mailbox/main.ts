/** The development mailbox: accepts every mail by SMTP, and every message to a telephone as Kannel does, and shows them on a page and as JSON. Never for production. */
import Fastify from 'fastify';
import { SMTPServer } from 'smtp-server';
import { serve } from '../../frontends/server/serve.ts';
import { loadConfig } from './config.ts';
import { openMails } from './mails.ts';
import { listPage, mailPage, sandboxed } from './pages.ts';
import { addTelephones, openMessages } from './sms.ts';

const config = loadConfig();
const { HOST, PORT, SMTP_PORT, MAILBOX_DIR, NODE_ENV } = config;
if (NODE_ENV === 'production') {
  process.stderr.write(
    'The development mailbox does not run with NODE_ENV=production. Set SMTP_URL to a real server.\n',
  );
  process.exit(1);
}

const mails = await openMails(MAILBOX_DIR);
const messages = await openMessages(MAILBOX_DIR);
const maxBytes = 5 * 1024 * 1024;

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  size: maxBytes,
  logger: false,
  // 250 is sent once the mail is on disk.
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => {
      if (!stream.sizeExceeded) chunks.push(chunk);
    });
    stream.on('end', () => {
      if (stream.sizeExceeded) return done(Object.assign(new Error('The mail is too large'), { responseCode: 552 }));
      const { mailFrom, rcptTo } = session.envelope;
      const from = mailFrom ? mailFrom.address : '';
      Promise.all(rcptTo.map(({ address }) => mails.add(from, address, Buffer.concat(chunks)))).then(
        () => done(),
        (error: Error) => done(error),
      );
    });
  },
});
smtp.on('error', (error) => process.stderr.write(`smtp: ${error.message}\n`));
await new Promise<void>((resolve, reject) => {
  smtp.server.once('error', reject);
  smtp.listen(SMTP_PORT, HOST, resolve);
});

const app = Fastify({ forceCloseConnections: true });
app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(listPage(mails.list(), messages.list())));
addTelephones(app, { ...config, messages });
// A browser asks for it, and there is none.
app.get('/favicon.ico', (_request, reply) => reply.code(204).send());
app.get<{ Params: { id: string } }>('/mail/:id', (request, reply) => {
  const mail = mails.list().find(({ id }) => id === request.params.id);
  if (!mail) return reply.code(404).type('text/html; charset=utf-8').send(listPage(mails.list(), messages.list()));
  return reply.type('text/html; charset=utf-8').send(mailPage(mail));
});
app.get<{ Params: { id: string } }>('/mail/:id/body', (request, reply) => {
  const mail = mails.list().find(({ id }) => id === request.params.id);
  return reply
    .headers(sandboxed)
    .type('text/html; charset=utf-8')
    .send(mail?.html || '<p>No HTML in this mail.</p>');
});
app.get<{ Querystring: { to?: string | string[] } }>('/messages', ({ query }) => {
  // A plus in an address that was not encoded comes as a space.
  const to = [query.to].flat()[0]?.toLowerCase().replaceAll(' ', '+');
  return mails.list().filter((mail) => to === undefined || mail.to.toLowerCase() === to);
});
app.delete('/messages', async (_request, reply) => {
  await mails.clear();
  return reply.code(204).send();
});
app.addHook('onClose', () => new Promise<void>((resolve) => smtp.close(() => resolve())));

await serve(app, HOST, PORT);
