/** What `work` gives, if it does so within `ms` milliseconds; else throws what `late` makes. */
export function within<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
