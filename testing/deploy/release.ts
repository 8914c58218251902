/** The data of a release, frozen in `testing/deploy/release-<version>`: what the upgrade test starts from. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { services } from '@tma/contracts';
import { kitSchema } from '@tma/kit';
import { schemaFolder } from '../../infra/backup/load.ts';
import { picture } from '../../services/files/testing/samples.ts';
import { adminTokenOf, call, tokenOf } from '../calls.ts';
import { addProof, answerClosure } from '../closures.ts';
import type { Portal } from '../people.ts';
import { changeReport, type Report } from '../reports.ts';
import { joinPeople, readSample, submit } from './sample-tehsil.ts';

/** What stands beside a backup: who can sign in, what the portal answered then, and the baselines that the data lies on. */
export interface Release {
  people: Awaited<ReturnType<typeof joinPeople>>;
  /** The sample, under the name that it has in the frozen data. */
  town: Awaited<ReturnType<typeof readSample>>;
  /** SHA-256 of each `001-baseline.sql`, in hexadecimal digits. */
  baselines: Record<string, string>;
}

export const readBaselines = (): Record<string, string> => {
  const folders = [['kit', kitSchema], ...services.map((name) => [name, schemaFolder(name)] as const)] as const;
  return Object.fromEntries(
    folders.map(([name, folder]) => {
      const text = readFileSync(new URL('001-baseline.sql', folder));
      return [name, createHash('sha256').update(text).digest('hex')];
    }),
  );
};

const newProof = () => picture(320, 240).jpeg({ quality: 60 }).toBuffer();

/** Reports in states that no time changes: open with a note, in progress and assigned, confirmed, disputed, dropped. */
export async function makeSample(portal: Portal): Promise<Omit<Release, 'baselines'>> {
  const people = await joinPeople(portal);
  const [resident, admin] = [await tokenOf(portal, people.resident), await adminTokenOf(portal, people.admin)];
  const submitted: Report[] = [];
  for (let number = 0; number < 5; number += 1) submitted.push(await submit(portal, resident));
  const [open, begun, confirmed, disputed, dropped] = submitted as [Report, Report, Report, Report, Report];
  const text = 'The lamp is ordered.';
  await call(portal, `/reports/${open.id}/notes`, { token: admin, json: { text, public: true } });
  await changeReport(portal, admin, begun.id, { status: 'In Progress', schedule: '2027-03-05' });
  const [self] = await call<{ id: string }[]>(portal, '/api/admins', { token: admin });
  await call(portal, `/reports/${begun.id}/assignee`, { method: 'PUT', token: admin, json: { assignee: self?.id } });
  for (const report of [confirmed, disputed]) {
    await addProof(portal, admin, report, await newProof());
    await changeReport(portal, admin, report.id, { status: 'Closed' });
  }
  await answerClosure(portal, resident, confirmed);
  await answerClosure(portal, resident, disputed, 'It is dark again.');
  await changeReport(portal, admin, dropped.id, { status: 'Dropped' });
  return { people, town: await readSample(portal, people) };
}
