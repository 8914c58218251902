import { pause } from '@tma/kit';

/** No answer comes sooner, so that its duration does not reveal whether an address has an account. */
const minimumMs = 60;

/** What `work` returns, after 60 ms at the earliest. */
export async function withMinimumTime<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, pause(minimumMs)]);
  return result;
}
