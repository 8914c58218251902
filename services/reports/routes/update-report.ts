import { id as uuidRule } from '@tma/contracts';
import { append, type Handler, notFound, type Parts, type Tx, transaction } from '@tma/kit';
import { adminReport } from '../administration.store.ts';
import { applied, demandMatch, type State, same } from '../change.ts';
import { countChange, countResolved } from '../counts.store.ts';
import { changeReport, insertChange, type Locked, lockReport } from '../store.ts';

/** Changes a report's status or schedule: the row, its history, the counts and the event, all or none. */
export function updateReport({ pool }: Pick<Parts, 'pool'>): Handler<'updateReport'> {
  return async ({ params, body, caller }, request, reply) => {
    if (!uuidRule.safeParse(params.id).success) throw notFound();
    const report = await transaction(pool, async (tx) => {
      const locked = await lockReport(tx, params.id, caller.tehsil);
      if (!locked) throw notFound();
      const to = applied(locked, body);
      demandMatch(request.headers['if-match'], locked.version);
      if (!same(locked, to)) await change(tx, locked, to, caller.id);
      return adminReport(tx, locked.id);
    });
    return reply.header('etag', report.etag).send(report);
  };
}

async function change(tx: Tx, report: Locked, to: State, changedBy: string) {
  const { id, reference, issue, tehsil, user_id, reporter_name: name, reporter_email: email } = report;
  const at = new Date();
  await changeReport(tx, id, to, at);
  await insertChange(tx, id, at, to, 'administration');
  await append(tx, 'StatusChanged', id, {
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
  if (to.status === 'Closed' && !report.resolved) await countResolved(tx, tehsil);
}
