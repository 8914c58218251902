const lowestId = '00000000-0000-0000-0000-000000000000';

/** All that `read` finds, so many at a time. @param read those with ids after `after`, by id */
export async function* batchesById<T extends { id: string }>(
  limit: number,
  read: (after: string, limit: number) => Promise<T[]>,
): AsyncIterable<T[]> {
  let after: string | undefined = lowestId;
  while (after !== undefined) {
    const batch: T[] = await read(after, limit);
    yield batch;
    after = batch.length < limit ? undefined : batch.at(-1)?.id;
  }
}
