/** Whose reports' state is told to a telephone that asks for it. */
import { issueNames } from '@tma/contracts';
import { afterAll, expect, test } from 'vitest';
import { form } from '../testing/calls.ts';
import { startDesk } from '../testing/desk.ts';

const desk = await startDesk();
afterAll(() => desk.stop());

/** What somebody is told who asks. */
async function told(userId: string, reference: string): Promise<string | null> {
  await desk.reports.handle('StatusAsked', { userId, reference });
  const answer = (await desk.events(userId, 'StatusTold')).at(-1);
  expect(answer).toMatchObject({ userId, reference });
  return answer.status;
}

test('the status of a problem goes to anybody, of certificates and hidden reports to the reporter alone', async () => {
  const { ali } = desk;
  const sara = await desk.reports.resident('Elsewhere');
  const submitted = async (changes: Parameters<typeof form>[0] = {}) =>
    (await (await desk.submit(ali, form(changes))).json()) as { id: string; reference: string };
  const [problem, hidden, paper] = [
    await submitted(),
    await submitted(),
    await submitted({ issue: issueNames.at(-1), document: new Blob(['%PDF']) }),
  ];
  await desk.reports.pool.query('update reports set hidden = true where id = $1', [hidden.id]);
  const asked = [problem.reference, hidden.reference, paper.reference, 'TMA-00000000'];
  const answers = async (userId: string) => {
    const all = [];
    for (const reference of asked) all.push(await told(userId, reference));
    return all;
  };
  expect(await answers(sara.id)).toEqual(['Open', null, null, null]);
  expect(await answers(ali.id)).toEqual(['Open', 'Open', 'Open', null]);
});
