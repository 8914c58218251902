import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { countClaimed, readReports } from './tables.ts';

/** A server that knows so many closed reports, newest first, of which every third waits for its answer. */
function serve(count: number): URL[] {
  const asked: URL[] = [];
  const rows = Array.from({ length: count }, (_, at) => ({
    id: `r${String(count - at).padStart(5, '0')}`,
    closure: at % 3 === 0 ? 'claimed' : 'confirmed',
  }));
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://portal.test');
    asked.push(url);
    const before = url.searchParams.get('id')?.replace('lt.', '');
    const rest = rows.filter(({ id }) => before === undefined || id < before);
    return Response.json(rest.slice(0, Number(url.searchParams.get('limit'))));
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

it.each([
  [0, 1, 0],
  [7, 1, 3],
  [200, 2, 67],
  [450, 3, 150],
  [5000, 5, 334],
])('of %i closed reports, asked for in %i pages, %i wait', async (count, pages, waiting) => {
  const asked = serve(count);
  expect(await countClaimed('7', 'token')).toBe(waiting);
  expect(asked.length).toBe(pages);
  for (const { searchParams } of asked) {
    expect(searchParams.get('user_id')).toBe('eq.7');
    expect(searchParams.get('status')).toBe('eq.Closed');
    expect(searchParams.get('select')).toBe('id,closure');
  }
});

it.each(['[{"id": "r1", "stat', ''])('a list that breaks off is one that did not come: %j', async (text) => {
  vi.stubGlobal('fetch', async () => new Response(text));
  await expect(readReports({}, 'token')).rejects.toEqual(new ApiError(0, 'unreachable', ''));
});
