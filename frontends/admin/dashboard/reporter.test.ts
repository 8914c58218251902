import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { adminRow } from '@tma/contracts/examples/sample';
import { expect, it, vi } from 'vitest';
import { contactOf } from './reporter.tsx';

it('a number that is known is not asked for again with all that is shown; one that could not be read is', async () => {
  const fetched = vi.fn(async () => Response.json({ contactNumber: '0300 8' }));
  fetched.mockImplementationOnce(async () => Response.json({}, { status: 503 }));
  vi.stubGlobal('fetch', fetched);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const number = new QueryObserver(client, contactOf('1', adminRow));
  const hide = number.subscribe(() => {});
  await expect.poll(() => number.getCurrentResult().status).toBe('error');
  await client.invalidateQueries();
  expect(number.getCurrentResult().data).toEqual({ contactNumber: '0300 8' });
  await client.invalidateQueries();
  expect(fetched).toHaveBeenCalledTimes(2);
  hide();
  client.clear();
});
