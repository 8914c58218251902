import { createHash, randomUUID } from 'node:crypto';
import { withClient } from '../../infra/deploy/cluster.store.ts';
import { lapse } from '../../infra/seed/closures.ts';
import { askOnce, askWithRetries, expected, jsonOf } from './ask.ts';
import { brokenForm, newDocument, newWork, proofForm, reportForm } from './forms.ts';
import type { KnownReport, Oracle, Person } from './oracle.ts';
import type { FaultSystem } from './system.ts';

interface Row {
  id: string;
  reference: string;
  image: string;
  status: string;
  schedule: string | null;
}

/** Submits a report with a picture and, on request, a document. All attempts have one Idempotency-Key. */
export async function submit(portal: string, oracle: Oracle, by: Person, withDocument: boolean): Promise<KnownReport> {
  const document = withDocument ? newDocument() : null;
  return send(portal, oracle, by, document, randomUUID());
}

/** The same, but the first attempt pauses half way until `midway` has resolved. */
export async function submitSlowly(portal: string, oracle: Oracle, by: Person, midway: () => Promise<void>) {
  const document = newDocument();
  const key = randomUUID();
  const { type, body } = await brokenForm(document, midway);
  const headers = { 'idempotency-key': key, 'content-type': type };
  // Whether it succeeded or not, the person tries again.
  await askOnce(portal, '/newrequest', { token: by.token, headers, body: () => body });
  return send(portal, oracle, by, document, key);
}

async function send(portal: string, oracle: Oracle, by: Person, document: Buffer | null, key: string) {
  const answer = await askWithRetries(portal, '/newrequest', {
    token: by.token,
    headers: { 'idempotency-key': key },
    body: () => reportForm(document),
  });
  const { id, reference, image, status, schedule } = jsonOf<Row>(expected('submitting', answer, 200, 201));
  const report: KnownReport = {
    ...{ id, reference, image, status, schedule, by, key, document, etag: '"1"' },
    ...{ proofs: [], closure: null, events: ['ReportCreated'] },
  };
  oracle.reports.push(report);
  oracle.acknowledge();
  return report;
}

/**
 * Changes a report as its only administrator. `If-Match` keeps a late attempt from undoing later changes; 412 after an
 * unanswered attempt means that this attempt made the change.
 */
export async function change(
  portal: string,
  oracle: Oracle,
  token: string,
  report: KnownReport,
  to: { status: string; schedule: string | null },
) {
  const path = `/reports/${report.id}`;
  const ask = { method: 'PUT', token, json: to, headers: { 'if-match': report.etag } };
  const answer = await askWithRetries(portal, path, ask);
  const madeBefore = answer.status === 412 && answer.unanswered > 0;
  if (!madeBefore) expected('changing', answer, 200);
  changed(report, 'StatusChanged');
  Object.assign(report, to, to.status === 'Closed' && { closure: 'claimed' });
  oracle.acknowledge();
}

/** Notes that a report has another version, and an event of it. */
function changed(report: KnownReport, type: string) {
  report.etag = `"${Number(JSON.parse(report.etag)) + 1}"`;
  report.events.push(type);
}

/**
 * Sends a picture of the finished work as the report's only administrator. 422 after an unanswered attempt means that this
 * attempt was taken.
 */
export async function prove(portal: string, oracle: Oracle, token: string, report: KnownReport) {
  const work = newWork();
  const answer = await askWithRetries(portal, `/reports/${report.id}/proof`, { token, body: () => proofForm(work) });
  const takenBefore = answer.status === 422 && answer.unanswered > 0;
  if (!takenBefore) expected('proving', answer, 201);
  report.proofs.push({ sha256: createHash('sha256').update(work).digest('hex') });
  report.events.push('ProofAdded');
  oracle.acknowledge();
}

/** Closes a report, and lets the time to answer that be over: the portal notes it within a minute. */
export async function closeUnanswered(
  { portal, running }: Pick<FaultSystem, 'portal' | 'running'>,
  oracle: Oracle,
  token: string,
  report: KnownReport,
) {
  await change(portal, oracle, token, report, { status: 'Closed', schedule: null });
  await withClient(running().databases.reports, (client) => lapse(client, report.id));
  changed(report, 'ClosureAnswered');
  report.closure = 'unanswered';
}

/** Answers a report's closure as its reporter: the same answer again changes nothing. */
export async function answerClosure(portal: string, oracle: Oracle, report: KnownReport, isFixed: boolean) {
  const json = isFixed ? { answer: 'fixed' } : { answer: 'not-fixed', reason: 'It is dark again.' };
  const ask = { token: report.by.token, json };
  expected('answering', await askWithRetries(portal, `/reports/${report.id}/closure`, ask), 200);
  changed(report, 'ClosureAnswered');
  if (isFixed) report.closure = 'confirmed';
  else {
    report.events.push('StatusChanged');
    Object.assign(report, { closure: 'disputed', status: 'Open' });
  }
  oracle.acknowledge();
}
