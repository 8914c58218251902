import { randomUUID } from 'node:crypto';
import { askOnce, askPatiently, expected, jsonOf } from './calls.ts';
import { brokenForm, newDocument, reportForm } from './forms.ts';
import type { KnownReport, Oracle, Person } from './oracle.ts';

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
  const answer = await askPatiently(portal, '/newrequest', {
    token: by.token,
    headers: { 'idempotency-key': key },
    body: () => reportForm(document),
  });
  const { id, reference, image, status, schedule } = jsonOf<Row>(expected('submitting', answer, 200, 201));
  const report: KnownReport = { id, reference, image, status, schedule, by, key, document, etag: '"1"' };
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
  const answer = await askPatiently(portal, path, ask);
  const madeBefore = answer.status === 412 && answer.unanswered > 0;
  if (!madeBefore) expected('changing', answer, 200);
  Object.assign(report, to, { etag: `"${Number(JSON.parse(report.etag)) + 1}"` });
  oracle.acknowledge();
}
