import { type AdminReport, counted } from '@tma/contracts';
import { appendEvent, notFound, type Pool, type Tx, transaction } from '@tma/kit';
import type { z } from 'zod';
import { adminReport } from './administration.store.ts';
import { applied, demandMatch, type State, same, type Wish } from './change.ts';
import { countChange, countResolved } from './counts.store.ts';
import { changeReport, insertChange, type Locked, lockReport } from './store.ts';

interface Update {
  id: string;
  /** Who changes it, and of which tehsil they are the administration. */
  by: { id: string; tehsil: string };
  wish: Wish;
  /** `If-Match`: the version that the caller saw. */
  ifMatch?: string | undefined;
}

/**
 * Changes a report's status or schedule: the row, its history, the counts and the event, all or none.
 * @returns the report as administrators see it
 * Throws refusals: 404 for another tehsil's, 400 for a word that is no status, 412 when it was changed meanwhile.
 */
export function update(pool: Pool, { id, by, wish, ifMatch }: Update): Promise<z.infer<typeof AdminReport>> {
  return transaction(pool, async (tx) => {
    const locked = await lockReport(tx, id, by.tehsil);
    if (!locked) throw notFound();
    const to = applied(locked, wish);
    demandMatch(ifMatch, locked.version);
    if (!same(locked, to)) await change(tx, locked, to, by.id);
    return adminReport(tx, locked.id);
  });
}

async function change(tx: Tx, report: Locked, to: State, changedBy: string) {
  const { id, reference, issue, tehsil, user_id, reporter_name: name, reporter_email: email } = report;
  const at = new Date();
  await changeReport(tx, id, to, at);
  await insertChange(tx, id, at, to, 'administration');
  await appendEvent(tx, 'StatusChanged', id, {
    id,
    reference,
    issue,
    tehsil,
    from: { status: report.status, schedule: report.schedule },
    to,
    reporter: user_id && email ? { id: user_id, name, email } : null,
    changedBy,
  });
  await countChange(tx, report, report, to);
  if (to.status === counted.completed && !report.resolved) await countResolved(tx, tehsil);
}
