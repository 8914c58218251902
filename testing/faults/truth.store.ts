/** Reads the databases, to compare them with what was acknowledged. */
import type pg from 'pg';
import { withClient } from '../../infra/deploy/cluster.store.ts';

/** Ends every connection of the cluster but this one. */
export const cutConnections = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
  });

export interface OutboxRow {
  id: string;
  topic: string;
  key: string;
  type: string;
  /** What became of a closure; null in events of other types. */
  answer: string | null;
  at: Date;
}

/** Every event that was written, oldest first. */
async function writtenEvents(client: pg.Client): Promise<OutboxRow[]> {
  const { rows } = await client.query<OutboxRow>(
    `select event_id as id, topic, key, payload::jsonb ->> 'type' as type,
       payload::jsonb -> 'data' ->> 'answer' as answer, created_at as at from outbox order by position`,
  );
  return rows;
}

/** Every event of auth and of reports. */
export const allEvents = async ({ auth, reports }: Record<'auth' | 'reports', string>): Promise<OutboxRow[]> =>
  (await Promise.all([auth, reports].map((url) => withClient(url, writtenEvents)))).flat();

export async function unpublished(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int from outbox where published_at is null');
  return rows[0]?.count ?? 0;
}

export interface ReportRow {
  id: string;
  status: string;
  schedule: string | null;
  version: number;
  closure: string | null;
  /** Whether the last closure is, as its own row has it, what the report says. */
  isAsClosed: boolean;
  changes: number;
  key: string | null;
}

/** The reports of some people: their state, the length of their history, the key they were submitted with. */
export async function reportsOf(client: pg.Client, userIds: readonly string[]): Promise<ReportRow[]> {
  const { rows } = await client.query<ReportRow>(
    `select id, status, schedule::text, version, closure, keys.key,
       closure is not distinct from (
         select state from closures where report_id = reports.id order by attempt desc limit 1) as "isAsClosed",
       (select count(*)::int from history where report_id = reports.id) as changes
     from reports left join idempotency_keys keys on keys.report_id = reports.id where reports.user_id = any($1)`,
    [userIds],
  );
  return rows;
}

/** Counts that differ from what a scan of the reports finds. */
export async function wrongCounts(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ wrong: string }>(
    `select concat_ws(' / ', tehsil, issue, status, scheduled) || ': off by ' || sum(reports) as wrong from (
       select tehsil, issue, status, scheduled, reports from report_counts
       union all select tehsil, issue, status, schedule is not null, -1 from reports
     ) both_sides group by tehsil, issue, status, scheduled having sum(reports) <> 0
     union all
     select 'resolved in ' || tehsil || ': off by ' || sum(resolved) from (
       select tehsil, resolved from tehsil_counts union all select tehsil, -1 from reports where closed_at is not null
     ) both_sides group by tehsil having sum(resolved) <> 0
     union all
     select 'closures in ' || tehsil || ' are off' from (
       select tehsil, confirmed, disputed, unanswered, without_proof, disputed_now from tehsil_counts
       union all select tehsil, -count(*) filter (where closure = 'confirmed'), -count(*) filter (where disputes > 0),
         -count(*) filter (where closure = 'unanswered'),
         -count(*) filter (where closure in ('claimed', 'confirmed', 'unanswered') and proof is null),
         -count(*) filter (where needs_proof and phase = 'open') from reports group by tehsil
     ) both_sides group by tehsil
     having (sum(confirmed), sum(disputed), sum(unanswered), sum(without_proof), sum(disputed_now)) <> (0, 0, 0, 0, 0)`,
  );
  return rows.map(({ wrong }) => wrong);
}

/** The contact numbers that the reports service has of people, by id. */
export async function contactsOf(client: pg.Client, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; contact_number: string }>(
    'select id, contact_number from people where id = any($1)',
    [ids],
  );
  return new Map(rows.map(({ id, contact_number }) => [id, contact_number]));
}

/** The addresses that were confirmed, by the person's id. */
export async function confirmedAddresses(client: pg.Client, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; email: string }>(
    'select id, email from users where id = any($1) and email_confirmed_at is not null',
    [ids],
  );
  return new Map(rows.map(({ id, email }) => [id, email]));
}

export interface UploadRow {
  id: string;
  reportId: string;
  kind: 'image' | 'document' | 'proof';
  sha256: string;
  claimed: boolean;
}

export async function uploadsOf(client: pg.Client, reportIds: readonly string[]): Promise<UploadRow[]> {
  const { rows } = await client.query<UploadRow>(
    `select id, report_id as "reportId", kind, sha256, claimed_at is not null as claimed from uploads
     where report_id = any($1)`,
    [reportIds],
  );
  return rows;
}

export interface ProofRow {
  reportId: string;
  sha256: string;
  /** The public path of its picture. */
  image: string;
  /** Whether a closure has it. */
  closed: boolean;
}

export async function proofsOf(client: pg.Client, reportIds: readonly string[]): Promise<ProofRow[]> {
  const { rows } = await client.query<ProofRow>(
    `select report_id as "reportId", sha256, image, exists (select from closures where proof_id = proofs.id) as closed
     from proofs where report_id = any($1)`,
    [reportIds],
  );
  return rows;
}

/** What became of the last closures of some reports, in no order. */
export async function lastStates(client: pg.Client, reportIds: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ state: string }>(
    'select distinct on (report_id) state from closures where report_id = any($1) order by report_id, attempt desc',
    [reportIds],
  );
  return rows.map(({ state }) => state);
}

interface DeliveryRow {
  eventId: string;
  messageId: string;
  state: string;
}

export async function deliveries(client: pg.Client): Promise<DeliveryRow[]> {
  const { rows } = await client.query<DeliveryRow>(
    'select event_id as "eventId", message_id as "messageId", state from deliveries',
  );
  return rows;
}

/** How many mails are not sent yet. */
export async function waitingMails(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int from deliveries where state in ('queued', 'deferred')",
  );
  return rows[0]?.count ?? 0;
}

/** The id of the process whose relay leads a service's outbox, or null. */
export async function relayLeader(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ process: number }>(
    `select substring(application_name from '^tma-relay-(\\d+)$')::int as process
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and datname = current_database() and application_name like 'tma-relay-%'`,
  );
  return rows[0]?.process ?? null;
}

/** How many processes have a relay for a service's outbox, leading or standing by. */
export async function relays(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(distinct application_name)::int as count from pg_stat_activity
     where datname = current_database() and application_name like 'tma-relay-%'`,
  );
  return rows[0]?.count ?? 0;
}
