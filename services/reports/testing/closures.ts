/** Closures as tests need them: reports that are closed, with proofs that were sent, and what became of them. */
import { createLinkToken } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { calls, form } from './calls.ts';
import { startReports, type TestCaller, type TestService } from './index.ts';

/** A service for tests of closures, with an administrator and a resident of one tehsil. */
export async function startClosing(settings: Parameters<typeof startReports>[0] = {}) {
  const tehsil = 'Sahiwal';
  const reports = await startReports(settings);
  const admin: TestCaller = await reports.admin(tehsil);
  const ali: TestCaller = await reports.resident(tehsil);
  const api = closing(reports, tehsil);
  return {
    reports,
    api,
    admin,
    ali,
    /** A report of the resident's that the administrator has closed. */
    async closed(proofs = 0): Promise<string> {
      const id = await api.submitted(ali);
      for (let n = 0; n < proofs; n += 1) await api.proof(id);
      if ((await api.change(admin, id, { status: 'Closed' })).status !== 200) throw new Error('it was not closed');
      return id;
    },
  };
}

/** @param tehsil in which all of it happens */
export function closing(reports: TestService, tehsil: string) {
  const api = calls(reports);
  const events = (id: string) => reports.eventsOf(id);
  return {
    ...api,
    events,
    submitted: async (who: TestCaller) => (await (await api.submit(who, form())).json()).id as string,
    /** A proof as it lies in the table. @returns its public path */
    async proof(reportId: string): Promise<string> {
      const [id, image] = [uuid(), `uploads/${uuid()}.webp`];
      await reports.pool.query(
        `with proof as (
           insert into proofs (id, report_id, tehsil, sent_by, image, sha256) values ($1::uuid, $2, $3, $1::uuid, $4, $1::uuid::text) returning id
         )
         update reports set proof_waiting = (select id from proof) where id = $2`,
        [id, reportId, tehsil, image],
      );
      return image;
    },
    /** The token that the mail of the last closing has. */
    async token(reportId: string): Promise<string> {
      const closure = (await events(reportId)).findLast(({ data }) => data.closure)?.data.closure;
      if (!closure) throw new Error('the report was never closed');
      return createLinkToken(closure.key, reports.config.CLOSURE_LINK_SECRET, 'closure', closure.id);
    },
    /** Has a report's last claim lapse. */
    lapse: (reportId: string) =>
      reports.pool.query(
        `update closures set answer_by = now() - interval '1 second' where report_id = $1 and state = 'claimed'`,
        [reportId],
      ),
    /** Erases a person, as auth tells it. */
    erase: (id: string) => reports.handle('AccountDeleted', { id }),
    closure: async (who: TestCaller, id: string) => (await api.get(who, `/reports/${id}/closure`)).json(),
    history: async (who: TestCaller, id: string) =>
      (await (await api.get(who, `/reports/${id}/history`)).json()) as Record<string, unknown>[],
    row: async (who: TestCaller, id: string) => {
      const rows = await (await api.get(who, '/adminrequests?limit=200')).json();
      return rows.find((row: { id: string }) => row.id === id);
    },
    stats: async () => (await api.get(null, `/api/stats?tehsil=${tehsil}`)).json(),
  };
}
