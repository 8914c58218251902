/** What triggers do when a statement changes many reports: Postgres says which plan it follows. */
import { issueNames } from '@tma/contracts';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startReports } from '../testing/index.ts';
import { ruling } from '../testing/rules.ts';

const reports = await startReports();
afterAll(() => reports.stop());

interface Plan {
  'Node Type': string;
  'Actual Loops': number;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The plans of all statements that Postgres carries out for this one, those of triggers too. */
async function plansOf(text: string, warmUp: string): Promise<Plan[]> {
  const client = new pg.Client({ connectionString: reports.config.DATABASE_URL });
  await client.connect();
  const said: string[] = [];
  // Others are of lock waits, for example.
  client.on('notice', ({ message = '' }) => message.includes('plan:') && said.push(message));
  try {
    await client.query("load 'auto_explain'");
    await client.query(warmUp);
    await client.query(`set auto_explain.log_nested_statements = on; set auto_explain.log_analyze = on;
      set auto_explain.log_format = json; set auto_explain.log_min_duration = 0; set client_min_messages = log`);
    await client.query(text);
  } finally {
    await client.end();
  }
  return said.flatMap((message) => nodesOf(JSON.parse(message.slice(message.indexOf('{'))).Plan));
}

test('many reports that change at once are each read a few times, also by a connection that has changed single ones', async () => {
  const api = ruling(reports, 'Sahiwal');
  await api.many(300, String(issueNames[5]));
  const one = 'where id = (select min(id::text)::uuid from reports)';
  const changes = [
    'due = due + 1',
    // What figures count: the rest of the trigger's statements.
    "status = 'Closed', phase = 'ended', closed_at = now(), closure = 'claimed'",
    'disputes = disputes + 1',
    "due = '2026-02-02'",
  ];
  for (const change of changes) {
    const update = `update reports set ${change}, version = version + 1`;
    const nodes = await plansOf(update, `${update} ${one}`);
    const changed = nodes.filter((node) => node['Node Type'] === 'Named Tuplestore Scan');
    expect(changed.length).toBeGreaterThan(3);
    expect({ change, often: changed.some((node) => node['Actual Loops'] > 2) }).toEqual({ change, often: false });
  }
});
