/** The desk as tests need it: administrators who are known by event, reports that are assigned, noted and listed. */
import { AdminReport, HistoryEntry, type Role } from '@tma/contracts';
import { expect } from 'vitest';
import { z } from 'zod';
import { startAuth } from './auth-server.ts';
import { calls, type FormParts, form } from './calls.ts';
import { startReports, type TestCaller } from './index.ts';

/** What auth says of an administrator, beside their name. */
interface Said {
  tehsil?: string;
  language?: string;
  disabled?: boolean;
  role?: Role;
  /** Of what is said; higher than any before where it is not given. */
  version?: number;
}

/** A service with an auth service of its own, for a tehsil in which two administrators are known. */
export async function startDesk(settings: Parameters<typeof startReports>[0] = {}) {
  const tehsil = 'Sahiwal';
  const auth = await startAuth();
  const reports = await startReports({ AUTH_URL: auth.url, ...settings });
  const api = calls(reports);

  let newest = 1;
  /** Auth tells of an administrator. */
  function told(id: string, name: string, said: Said = {}) {
    newest += 1;
    const about = { id, name, email: `${id}@example.org`, tehsil, language: 'en', version: newest };
    return reports.handle('AdministratorSaved', { ...about, ...said });
  }
  /** An administrator of whom auth has told. */
  async function admin(name: string, of = tehsil, role?: Role): Promise<TestCaller> {
    const caller = await reports.admin(of, role);
    await told(caller.id, name, { tehsil: of, version: 1, ...(role && { role }) });
    return caller;
  }
  const [farid, nadia, ali] = [await admin('Farid Gul'), await admin('Nadia Mir'), await reports.resident(tehsil)];
  return {
    ...api,
    tehsil,
    auth,
    reports,
    farid,
    nadia,
    ali,
    told,
    admin,
    assign: (who: TestCaller | null, id: string, assignee: unknown, headers = {}) =>
      api.send(who, 'PUT', `/reports/${id}/assignee`, { assignee }, headers),
    note: (who: TestCaller | null, id: string, body: unknown) => api.send(who, 'POST', `/reports/${id}/notes`, body),
    /** A new report of `ali`, or of somebody else. @returns its id */
    submitted: async (changes: FormParts = {}, who = ali) =>
      (await (await api.submit(who, form(changes))).json()).id as string,
    /** The day on which an answer is due, as it is computed elsewhere. */
    setDue: (id: string, due: string) =>
      reports.pool.query('update reports set due = $2, version = version + 1 where id = $1', [id, due]),
    events: async (id: string, type: string) => (await reports.eventsOf(id, type)).map(({ data }) => data),
    history: async (who: TestCaller, id: string, query = '') =>
      z.array(HistoryEntry).parse(await (await api.get(who, `/reports/${id}/history${query}`)).json()),
    counts: async (who: TestCaller) => (await api.get(who, '/adminrequests/counts')).json(),
    /** @param query of the list */
    listed: async (who: TestCaller, query: string) => {
      const response = await api.get(who, `/adminrequests?${query}`);
      expect(response.status, await response.clone().text()).toBe(200);
      return z.array(AdminReport.strict()).parse(await response.json());
    },
    /** Erases a person, as auth tells it. */
    erase: (id: string) => reports.handle('AccountDeleted', { id }),
    async stop() {
      await reports.stop();
      await auth.stop();
    },
  };
}
export type Desk = Awaited<ReturnType<typeof startDesk>>;
