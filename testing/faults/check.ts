import { withClient } from '../../infra/deploy/cluster.store.ts';
import { checkEvents } from './check-events.ts';
import { checkFiles } from './check-files.ts';
import { checkMails } from './check-mails.ts';
import { checkReports } from './check-reports.ts';
import { type Findings, noFindings } from './findings.ts';
import type { Oracle } from './oracle.ts';
import type { FaultSystem } from './system.ts';
import { takeDeadLetters } from './topics.ts';
import { allEvents, confirmedAddresses, contactsOf } from './truth.store.ts';

/** Compares everything written since then with everything acknowledged: rows, counts, history, events, files, mails. */
export async function check(system: FaultSystem, oracle: Oracle, since: Date): Promise<Findings> {
  const { databases } = system.running();
  const found = noFindings();
  const all = await allEvents(databases);
  const events = all.filter(({ at }) => at >= since);

  await checkPeople(system, oracle, found);
  await checkReports(system, oracle, events, found);
  await checkEvents(system, all, events, found);
  await checkFiles(system, oracle, found);
  await checkMails(system, events, found);
  const letters = await takeDeadLetters(system);
  if (letters.length < oracle.deadLetters) found.lost.push(`${oracle.deadLetters - letters.length} dead letters`);
  if (letters.length > oracle.deadLetters) found.lost.push(...letters.map((letter) => `dead: ${letter}`));
  return found;
}

/** Checks that confirmed accounts are confirmed in auth, and that reports has their profiles. */
async function checkPeople({ running }: FaultSystem, { people }: Oracle, { lost }: Findings) {
  const { databases } = running();
  const ids = people.map(({ id }) => id);
  const confirmed = await withClient(databases.auth, (client) => confirmedAddresses(client, ids));
  const contacts = await withClient(databases.reports, (client) => contactsOf(client, ids));
  for (const { id, email, phone } of people) {
    if (confirmed.get(id) !== email) lost.push(`the account ${id}`);
    if (contacts.get(id) !== phone) lost.push(`the profile of ${id} in reports: ${contacts.get(id)}`);
  }
}
