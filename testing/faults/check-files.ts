import { createHash } from 'node:crypto';
import { withClient } from '../../infra/deploy/cluster.store.ts';
import { askWithRetries } from './ask.ts';
import type { Findings } from './findings.ts';
import type { KnownReport, Oracle } from './oracle.ts';
import type { FaultSystem } from './system.ts';
import { type ProofRow, proofsOf, type UploadRow, uploadsOf } from './truth.store.ts';

/** Checks that each picture, document and proof of an acknowledged report is claimed, completely kept, and served. */
export async function checkFiles(system: FaultSystem, { reports }: Oracle, found: Findings): Promise<void> {
  const { databases } = system.running();
  const ids = reports.map(({ id }) => id);
  const uploads = await withClient(databases.files, (client) => uploadsOf(client, ids));
  const proofs = await withClient(databases.reports, (client) => proofsOf(client, ids));
  const byReport = Map.groupBy(
    uploads.filter(({ claimed }) => claimed),
    ({ reportId }) => reportId,
  );
  for (const report of reports) {
    const kinds = (byReport.get(report.id) ?? []).map(({ kind }) => kind).sort();
    const right = [...(report.document ? ['document'] : []), 'image', ...report.proofs.map(() => 'proof')];
    if (kinds.join() !== right.join()) found.lost.push(`claimed files of ${report.id}: ${kinds.join() || 'none'}`);
    await checkServed(system, report, found);
    const own = proofs.filter(({ reportId }) => reportId === report.id);
    await checkProofs(system, report, own, found);
  }
  for (const upload of uploads) if (upload.claimed) await checkKept(system, upload, found);
}

async function checkKept({ readOriginal }: FaultSystem, { id, sha256, reportId }: UploadRow, { lost }: Findings) {
  const content = await readOriginal(id).catch(() => null);
  const hash = content && createHash('sha256').update(content).digest('hex');
  if (hash !== sha256) lost.push(`the file ${id} of ${reportId}: ${content ? 'other bytes' : 'missing'}`);
}

/** Each proof is there once, as a claimed closure has it, and everybody sees its picture. */
async function checkProofs(
  { portal }: FaultSystem,
  { id, proofs, closure }: KnownReport,
  rows: readonly ProofRow[],
  { lost, doubled }: Findings,
) {
  if (rows.length > proofs.length) doubled.push(`${rows.length - proofs.length} proofs of ${id}`);
  for (const { sha256 } of proofs) {
    const row = rows.find((one) => one.sha256 === sha256);
    if (!row) {
      lost.push(`a proof of ${id}`);
      continue;
    }
    if (closure && !row.closed) lost.push(`the proof of the closure of ${id}`);
    const picture = await askWithRetries(portal, `/${row.image}?w=480`);
    const type = picture.headers.get('content-type');
    if (picture.status !== 200 || type !== 'image/webp') lost.push(`the proof of ${id}: ${picture.status} ${type}`);
  }
}

async function checkServed({ portal }: FaultSystem, { id, image, document, by }: KnownReport, { lost }: Findings) {
  const picture = await askWithRetries(portal, `/${image}?w=480`);
  const type = picture.headers.get('content-type');
  if (picture.status !== 200 || type !== 'image/webp') lost.push(`the picture of ${id}: ${picture.status} ${type}`);
  if (!document) return;
  const answer = await askWithRetries(portal, `/download-pdf/${id}`, { token: by.token });
  if (answer.status !== 200 || !answer.body.equals(document)) lost.push(`the document of ${id}: ${answer.status}`);
}
