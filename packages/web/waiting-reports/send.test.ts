import { expect, it } from 'vitest';
import { attempt } from './send.ts';

const report = { userId: '7', key: 'k', fields: { location: 'Bank Road' } };

it.each([
  [{ id: '1', reference: 'MRD-1' }, 'accepted'],
  [{ id: '1' }, 'unanswered'],
  [{ status: 'ok' }, 'unanswered'],
  [[], 'unanswered'],
  ['<html>', 'unanswered'],
  [null, 'unanswered'],
])('the answer %j: %s', async (answer, result) => {
  const readToken = async () => 'a.b.c';
  await expect(attempt(report, {}, { readToken, transport: async () => answer })).resolves.toMatchObject({ result });
});
