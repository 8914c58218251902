/** What administrators do before any event has told of them: the history names them all the same. */
import { afterAll, expect, test } from 'vitest';
import { startDesk } from '../../testing/desk.ts';
import { form, type TestCaller } from '../../testing/index.ts';
import { proving } from '../../testing/proofs.ts';

const desk = await startDesk();
afterAll(() => desk.stop());

/** One whom only auth knows yet. */
async function newcomer(): Promise<TestCaller> {
  const caller = await desk.reports.admin(desk.tehsil);
  const known = { name: 'Sana Rauf', email: 'sana@example.org', tehsil: desk.tehsil, language: 'en', version: 1 };
  desk.auth.administrators.set(caller.id, { id: caller.id, ...known });
  return caller;
}

/** Each returns the id of the report. */
const acts: [string, (sana: TestCaller) => Promise<string>][] = [
  [
    'changes a report',
    async (sana) => {
      const id = await desk.submitted();
      expect((await desk.change(sana, id, { status: 'In Progress' })).status).toBe(200);
      return id;
    },
  ],
  [
    'adds a picture of the work',
    async (sana) => {
      const id = await desk.submitted();
      await proving(desk.reports).proved(sana, id);
      return id;
    },
  ],
  [
    'writes a report down at the counter',
    async (sana) => {
      const body = form({ name: 'Bilal Shah', contact: '0300 7654321', image: undefined });
      const answer = await desk.call(sana, '/api/counter', { method: 'POST', body });
      expect(answer.status).toBe(201);
      return (await answer.json()).id as string;
    },
  ],
];

test.each(acts)('one who %s', async (_what, act) => {
  const id = await act(await newcomer());
  expect((await desk.history(desk.farid, id)).at(-1)?.name).toBe('Sana Rauf');
});
