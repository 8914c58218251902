import { limits, RequestRow } from '@tma/contracts';
import type { Db } from '@tma/kit';
import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { listRequests, stampRequests } from './requests.store.ts';

/** The names of the statements that a page of these columns is read with; undefined for one that is not prepared. */
async function namesOf(select: string[]) {
  const names: unknown[] = [];
  const db = {
    async query(statement: { name?: string }) {
      names.push(statement.name);
      return { rows: [{ json: '[]', rows: 0, stamp: '' }] };
    },
  } as unknown as Db;
  const rest = { filters: [], order: [], count: false, single: false, representation: false };
  const q = { ...rest, select, limit: limits.page.default, offset: 0 };
  await listRequests(db, uuid(), q);
  await stampRequests(db, uuid(), q);
  return names;
}

test('columns in an order that the caller chooses leave no prepared statement behind: there are too many orders to keep', async () => {
  const columns = Object.keys(RequestRow.shape);
  expect(await namesOf(columns)).toEqual([expect.any(String), expect.any(String)]);
  expect(await namesOf(columns.toReversed())).toEqual([undefined, undefined]);
  expect(await namesOf(columns.slice(1))).toEqual([undefined, undefined]);
});
