/** Deadlines as tests need them: reports, rules that change, and what is due by them. */
import { phaseOf } from '@tma/contracts';
import { readRules } from '../report/due/rules.store.ts';
import { dueDay } from '../report/due/rules.ts';
import { calls, form } from './calls.ts';
import type { TestCaller, TestService } from './index.ts';

interface Row {
  id: string;
  issue: string;
  status: string;
  due: string;
  version: number;
  created_at: Date;
  closed_at: Date | null;
}
export type Ruling = ReturnType<typeof ruling>;

/** @param tehsil in which all of it happens */
export function ruling(reports: TestService, tehsil: string) {
  const api = calls(reports);
  const { pool } = reports;
  const put = (who: TestCaller | null, what: 'deadlines' | 'holidays', body: unknown) =>
    api.send(who, 'PUT', `/api/${what}`, body);
  /** The same, again where others had it wait for two seconds, as on a busy machine: 503 says that it may come again. */
  const putPatiently = async (...wish: Parameters<typeof put>) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await put(...wish);
      if (answer.status !== 503 || tries === 5) return answer;
    }
  };
  const rows = async (): Promise<Map<string, Row>> => {
    const found = await pool.query<Row>(
      `select id, issue, status, due::text, version, created_at, closed_at from reports where tehsil = $1`,
      [tehsil],
    );
    return new Map(found.rows.map((row) => [row.id, row]));
  };
  const expectedOf = async (row: Row) =>
    dueDay(await readRules(pool, tehsil), reports.config.TIME_ZONE, { issue: row.issue, createdAt: row.created_at });
  return {
    ...api,
    put,
    putPatiently,
    rows,
    submitted: async (who: TestCaller, issue: string): Promise<{ id: string; due: string }> =>
      (await api.submit(who, form({ issue }))).json(),
    setDays: async (who: TestCaller, issue: string, days: number) => {
      const { status } = await putPatiently(who, 'deadlines', { issue, days });
      if (status !== 200) throw new Error(`a deadline was answered ${status}`);
    },
    /** The due day of a report by the rules of now. */
    async expected(id: string): Promise<string> {
      const row = (await rows()).get(id);
      if (!row) throw new Error(`there is no report ${id}`);
      return expectedOf(row);
    },
    /** How many open reports are due on another day than the rules of now say. */
    async wrong(): Promise<number> {
      const rules = await readRules(pool, tehsil);
      return [...(await rows()).values()].filter(
        ({ status, due, issue, created_at: createdAt }) =>
          phaseOf(status) === 'open' && due !== dueDay(rules, reports.config.TIME_ZONE, { issue, createdAt }),
      ).length;
    },
    historyLength: async (id: string) =>
      (await pool.query('select from history where report_id = $1', [id])).rowCount ?? 0,
    /** Open reports, each some milliseconds younger than the one before. Their due days are wrong. */
    many: (count: number, issue: string, apartMs = 60_000) =>
      pool.query(
        `insert into reports (id, reference, user_id, reporter_name, issue, location, description, tehsil, status, phase,
           image, due, created_at, updated_at)
         select id, id::text, id, 'A B', $2, 'L', 'D', $3, 'Open', 'open', 'uploads/a.webp', '2026-01-01',
           timestamptz '2026-01-01' + n * make_interval(secs => $4 / 1000.0), now()
         from (select gen_random_uuid() as id, n from generate_series(1, $1::int) as n) as made`,
        [count, issue, tehsil, apartMs],
      ),
  };
}
