/** Does work in batches of `size`, until one is not full. @returns how much was done in all */
export async function inBatches(size: number, work: (limit: number) => Promise<number>): Promise<number> {
  let done = 0;
  for (let last = size; last >= size; done += last) last = await work(size);
  return done;
}
