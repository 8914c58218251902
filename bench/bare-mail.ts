/**
 * The peer of a mail: each `POST /<subject>` sends an event of the same size to Kafka, with the same client and settings as the
 * portal, and its consumer sends one mail by nodemailer, over open connections. It keeps no change, outbox, inbox or queue; what
 * ends it loses or repeats mails, and a mail that fails is lost. `node bench/bare-mail.ts <port> <brokers> <SMTP URL> <topic>`
 */
import { createServer } from 'node:http';
import { connectKafka, createLog, ensureTopics } from '@tma/kit';
import { createTransport } from 'nodemailer';

const [port, brokers = '', smtpUrl = '', topic = ''] = process.argv.slice(2);
const log = createLog('bench', 'silent');
const servers = { brokers: brokers.split(',') };
const kafka = connectKafka(servers, 'bench', log, (error) => {
  throw error;
});
await ensureTopics(servers, [{ name: topic, partitions: 1 }], log);
const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: 5 });
await kafka.consume('bench', [topic], async ({ key }) => {
  await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject: key, text: 'x'.repeat(1500) });
});
const server = createServer(async (request, answer) => {
  const key = decodeURIComponent(request.url?.slice(1) ?? '');
  await kafka.produce([{ topic, key, value: JSON.stringify({ text: 'x'.repeat(1000) }) }]);
  answer.end();
});
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
process.once('disconnect', () => process.exit());
