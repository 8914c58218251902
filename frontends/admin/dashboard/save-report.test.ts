import { adminRow } from '@tma/contracts/examples/sample';
import { expect, it, vi } from 'vitest';
import type { AdminReport } from './segments.ts';

const call = vi.fn(async () => adminRow);
vi.mock('@tma/web/api/call', () => ({ call }));
vi.mock('./segments.ts', () => ({ readReport: vi.fn() }));
const { moveReport } = await import('./save-report.ts');

const start = { lat: 34.198, long: 72.045 };
const point = { lat: 34.19809, long: 72.045 };

it.each([
  ['where its pin began', start, 1],
  ['there already, as an answer was lost', point, 1],
  ['where somebody else has put it', { lat: 34.2, long: 72.05 }, 0],
  ['nowhere any more', { lat: null, long: null }, 0],
])('a report is moved where it is %s: %j', async (_, place, calls) => {
  call.mockClear();
  const known = { ...adminRow, ...place } as AdminReport;
  const { error } = await moveReport('a.b.c', known, point, start);
  expect(call).toHaveBeenCalledTimes(calls);
  expect(error?.status).toBe(calls === 1 ? undefined : 412);
});
