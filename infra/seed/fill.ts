import { createHashing } from '../../services/auth/credentials/passwords/hashing.ts';
import { CommandError } from '../command.ts';
import { withClient } from '../deploy/cluster.store.ts';
import type { Running } from '../run/run-file.ts';
import { call } from './calls.ts';
import { makeClosures, type Shown } from './closures.ts';
import { type Desk, workAtDesk } from './desk.ts';
import { makeDues } from './dues.store.ts';
import { submitNewest } from './newest.ts';
import { makeAccounts, makeDeputy, makePeople, type Seed } from './people.store.ts';
import { makeReports } from './reports.store.ts';

/** The password of every sample account. */
export const password = 'a lantern by the canal';

/** About fifty reports for each resident. */
export const residentsFor = (reports: number) => Math.min(20_000, Math.max(10, Math.round(reports / 50)));

type Databases = Running['databases'];

/** Fills a running portal. Only the newest few reports become events. @param onProgress called with how many there are */
export async function fillPortal(
  portal: string,
  databases: Databases,
  { reports, seed }: { reports: number; seed: number },
  onProgress: (made: number) => void,
): Promise<Seed> {
  const tehsils = (await call<{ tehsil: string }[]>(portal, '/api/gettehsils')).map(({ tehsil }) => tehsil);
  const people: Seed = { seed, tehsils, residents: residentsFor(reports) };
  const hash = await hashPassword(password);
  await withClient(databases.auth, (auth) => makeAccounts(auth, people, hash));
  const images = await submitNewest(portal, seed, people.residents, password);
  await fillReports(databases.reports, people, reports, images, onProgress);
  return people;
}

/** Has some of the newest reports closed, confirmed and disputed. @returns what there is to see */
export const closeSome = (portal: string, databases: Databases, people: Seed): Promise<Shown[]> =>
  withClient(databases.reports, (reports) => makeClosures({ portal, people, password, reports }));

/** Has the two administrators of the first tehsil share its reports and write notes. @returns what there is to see */
export async function shareDesk(portal: string, databases: Databases, people: Seed): Promise<Desk> {
  await withClient(databases.auth, (auth) => makeDeputy(auth, people));
  return workAtDesk({ portal, people, password });
}

/** Fills a database of the reports service. @param images public paths of pictures */
export const fillReports = (
  url: string,
  people: Seed,
  reports: number,
  images: readonly string[],
  onProgress: (made: number) => void,
) =>
  withClient(url, async (client) => {
    await makePeople(client, people);
    const today = new Date().toISOString().slice(0, 10);
    const zone = await makeDues(client, today);
    await makeReports(client, { ...people, reports, images, today, zone }, onProgress);
  }).catch((error: { code?: string }) => {
    if (error.code === '23505') throw new CommandError('These reports are here already. Another --seed makes others.');
    throw error;
  });

async function hashPassword(text: string): Promise<string> {
  const hashing = await createHashing();
  try {
    return await hashing.hash(text);
  } finally {
    await hashing.stop();
  }
}
