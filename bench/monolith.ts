/**
 * The peer of a whole life: one process that does the same work by the shortest way. fastify takes the form, busboy writes its
 * files to the disk, fsynced, sharp draws the card, one statement writes the row, its history and the count, kafkajs tells of
 * it, and nodemailer mails whoever is concerned. Passwords are hashed and tokens are signed and checked as ours are, and the statements
 * of lists are ours. It has no gateway, no limits, no closures, no outbox, inbox or queue, no ETags, no search and no due days;
 * it decodes pictures in its own process, and what ends it loses or repeats events and mails.
 * `node bench/monolith.ts <port> <folder> <database url> <brokers> <SMTP URL>`
 */
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { hash, verify } from '@node-rs/argon2';
import { RequestRow } from '@tma/contracts';
import { connectKafka, createLog, ensureTopics } from '@tma/kit';
import Fastify, { type FastifyRequest } from 'fastify';
import { generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { password } from '../infra/seed/fill.ts';
import { adminReportJson, ownReportJson, residentColumns } from '../services/reports/report/reports.store.ts';

/** Its reports are a copy of the portal's newest, with their indexes and without their triggers. */
const tables = `create schema monolith;
  create table monolith.reports (like public.reports including all);
  insert into monolith.reports select * from public.reports order by id desc limit 20000;
  create table monolith.history (like public.history including all);
  create table monolith.tallies (tehsil text, status text, many integer, primary key (tehsil, status));
  insert into monolith.tallies select tehsil, status, count(*) from monolith.reports group by 1, 2`;

/** Writes a report, its history and the count. `$1` is what was sent, as JSON. */
const writeReport = `with report as (
    insert into reports (id, reference, user_id, reporter_name, reporter_email, issue, location, description, tehsil, status, phase,
      due, image, created_at, updated_at)
    select id, 'TMA-' || right(id::text, 12), user_id, 'A resident', 'b@example.com', issue, location, description, tehsil, 'Open', 'open',
      current_date + 7, image, now(), now() from json_populate_record(null::reports, $1)
    returning *
  ), entry as (
    insert into history (report_id, at, kind, status, made_by) select id, now(), 'created', status, 'resident' from report
  ), tally as (
    insert into tallies select tehsil, status, 1 from report on conflict (tehsil, status) do update set many = tallies.many + 1
  )
  select ${ownReportJson}::text as json from report`;

/** Changes a report, its history and the counts. `$1` is its id, `$3` and `$4` its new status and schedule, `$5` who changes it. */
const writeState = `with before as (select id, tehsil, status from reports where id = $1 for update), report as (
    update reports set status = coalesce($3, reports.status), phase = case when $3 = 'Closed' then 'ended' else phase end,
      schedule = coalesce($4::date, schedule), version = version + 1, updated_at = now()
    from before where reports.id = before.id returning reports.*
  ), entry as (
    insert into history (report_id, at, kind, status, schedule, made_by, administrator_id)
    select id, now(), 'changed', status, schedule, 'administration', $5::uuid from report
  ), less as (update tallies set many = many - 1 from before
    where (tallies.tehsil, tallies.status) = (before.tehsil, before.status) and $3 <> before.status),
  more as (
    insert into tallies select tehsil, $3, 1 from before where $3 <> status on conflict (tehsil, status) do update set many = tallies.many + 1
  )
  select json_build_object('id', id, 'reference', reference, 'status', status, 'schedule', schedule, 'tehsil', tehsil,
    'updated_at', updated_at, 'image', image, 'day', $2::date)::text as json from report`;

const [port, folder = '.', url, brokers = '', smtp = ''] = process.argv.slice(2);
const topic = 'bench.monolith';
sharp.cache(false);
sharp.concurrency(1);
const pool = new pg.Pool({ connectionString: url, max: 10, options: '-c search_path=monolith,public' });
await pool.query(tables);
await pool.query('vacuum analyze');
const servers = { brokers: brokers.split(',') };
const log = createLog('bench', 'silent');
await ensureTopics(servers, [{ name: topic, partitions: 24 }], log);
const kafka = connectKafka(servers, 'bench', log, (error) => {
  throw error;
});
const transport = createTransport({ url: smtp, pool: true, maxConnections: 5 });
await kafka.consume('monolith', [topic], async ({ key, value }) => {
  const { reference, status } = JSON.parse(String(value)) as { reference: string; status: string };
  const text = `${reference} is ${status}.\n`.padEnd(1500);
  await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject: key ?? reference, text });
});
const tell = (report: { reference: string; status: string }) =>
  kafka.produce([{ topic, key: report.reference, value: JSON.stringify(report).padEnd(1000) }]);

const { privateKey, publicKey } = await generateKeyPair('ES256');
const known = await hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
const app = Fastify();
app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));

/** @returns whose token it is; throws without a valid one */
async function caller({ headers }: Pick<FastifyRequest, 'headers'>) {
  const { payload } = await jwtVerify(headers.authorization?.slice(7) ?? '', publicKey, { algorithms: ['ES256'] });
  return payload as { sub: string; tehsil: string };
}
/** Answers with the JSON of a statement's only field. */
async function answer(text: string, values: unknown[]) {
  const { rows } = await pool.query<{ json: string }>({ name: text.slice(-60), text, values });
  return rows[0]?.json ?? 'null';
}
app.addHook('onSend', async (_request, reply) => void reply.header('content-type', 'application/json; charset=utf-8'));

app.post('/token', async ({ body }) => {
  const { sub, tehsil, given } = body as { sub: string; tehsil: string; given: string };
  if (!(await verify(known, given))) throw new Error('the password is another one');
  const token = new SignJWT({ tehsil }).setProtectedHeader({ alg: 'ES256' }).setSubject(sub).setExpirationTime('1h');
  return { token: await token.sign(privateKey) };
});

app.post('/newrequest', async (request, reply) => {
  const { sub, tehsil } = await caller(request);
  const fields: Record<string, string> = {};
  const written: Promise<unknown>[] = [];
  const name = `${crypto.randomUUID()}.webp`;
  const form = new Busboy({ headers: { 'content-type': request.headers['content-type'] ?? '' } });
  form.on('field', (field, value) => {
    fields[field] = value;
  });
  form.on('file', (field, content) => {
    const path = join(folder, field === 'image' ? name : crypto.randomUUID());
    const arrived = pipeline(content, createWriteStream(path, { flush: true }));
    written.push(field === 'image' ? arrived.then(() => draw(path)) : arrived);
  });
  await pipeline(request.raw, form);
  await Promise.all(written);
  const { issue, location, description } = fields;
  const report = { id: uuid(), user_id: sub, issue, location, description, tehsil, image: `uploads/${name}` };
  const row = JSON.parse(await answer(writeReport, [JSON.stringify(report)]));
  await tell(row);
  return reply.code(201).send(JSON.stringify(row));
});

/** Draws the card with the options of `services/files/rendering/decoder/codec.mjs`. */
async function draw(path: string) {
  const card = await sharp(path, { failOn: 'error' })
    .rotate()
    .resize(480, 480, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
  await writeFile(`${path}.card`, card, { flush: true });
}

type OfReport = { Params: { id: string }; Body: { status?: string; schedule?: string } };
app.put<OfReport>('/reports/:id', async (request) => {
  const { sub } = await caller(request);
  const { status = null, schedule = null } = request.body;
  const row = await answer(writeState, [request.params.id, '2026-01-01', status, schedule, sub]);
  await tell(JSON.parse(row));
  return row;
});

const columns = residentColumns(Object.keys(RequestRow.shape));
// `created_at` alone would be the list's text of it, for which there is no index.
const listed = (where: string) => `select json_agg(page)::text as json from (select ${columns} from reports
  where (not hidden or user_id = $1) ${where} limit 50) as page`;
app.get('/rest/v1/requests', async (request) => {
  const { sub } = await caller(request);
  const isClosed = request.url.includes('status=eq.Closed');
  const where = isClosed ? "and status = 'Closed' order by reports.created_at desc, id desc" : 'order by id desc';
  return answer(listed(where), [sub]);
});

const deskRow = adminReportJson('$2');
const desk = (where: string) => `select json_agg(report)::text as json from (select ${deskRow} as report from reports
  where tehsil = $1 ${where} order by created_at desc, id desc limit 50) as page`;
app.get('/adminrequests', async (request) => {
  const { tehsil } = await caller(request);
  const isScheduled = request.url.includes('filter=scheduled');
  return answer(desk(isScheduled ? "and status = 'Open' and schedule is not null" : ''), [tehsil, '2026-01-01']);
});

const counted = 'select json_object_agg(status, many)::text as json from tallies where tehsil = $1';
app.get('/adminrequests/counts', async (request) => answer(counted, [(await caller(request)).tehsil]));
app.get('/api/stats', async ({ query }) => answer(counted, [(query as { tehsil: string }).tehsil]));
const contact =
  "select json_build_object('contactNumber', max(contact_number))::text as json from people where id = $1";
app.get<OfReport>('/request-contact/:id', async (request) => {
  await caller(request);
  return answer(contact, [request.params.id]);
});
const history = 'select json_agg(history order by seq)::text as json from history where report_id = $1';
app.get<OfReport>('/reports/:id/history', async (request) => {
  await caller(request);
  return answer(history, [request.params.id]);
});
app.get<{ Params: { name: string } }>('/uploads/:name', ({ params }) => readFile(join(folder, `${params.name}.card`)));

await app.listen({ host: '127.0.0.1', port: Number(port) });
process.once('disconnect', () => process.exit());
process.send?.('ready');
