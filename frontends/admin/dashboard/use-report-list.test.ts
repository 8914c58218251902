import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { cancelReads, listKey, refetchLists } from './use-report-list.ts';

const client = new QueryClient();
afterEach(() => client.clear());

/** A list that is shown, and its reads: each gives what it is told to. */
function showList() {
  const reads: PromiseWithResolvers<string>[] = [];
  const queryFn = () => {
    const read = Promise.withResolvers<string>();
    reads.push(read);
    return read.promise;
  };
  const queryKey = listKey({ token: '1', filter: 'all', q: '', issue: '', assignee: '' });
  const list = new QueryObserver(client, { queryKey, queryFn });
  list.subscribe(() => {});
  return { list, reads };
}

it('a list that is read for the first time while a report is changed is read anew after the change', async () => {
  const { list, reads } = showList();
  await cancelReads(client);
  expect(list.getCurrentResult().fetchStatus).toBe('fetching');
  refetchLists(client, 'a');
  await expect.poll(() => reads.length).toBe(2);
  reads[0]?.resolve('before');
  reads[1]?.resolve('after');
  await expect.poll(() => list.getCurrentResult().data).toBe('after');
});

it('one that is shown and read again is not: that is cancelled before the change', async () => {
  const { list, reads } = showList();
  reads[0]?.resolve('shown');
  await expect.poll(() => list.getCurrentResult().data).toBe('shown');
  void list.refetch();
  await expect.poll(() => reads.length).toBe(2);
  await cancelReads(client);
  reads[1]?.resolve('before');
  refetchLists(client, 'a');
  expect(list.getCurrentResult()).toMatchObject({ data: 'shown', fetchStatus: 'idle' });
  expect(reads).toHaveLength(2);
});
