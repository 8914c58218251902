/** How long logging out waits for the device, in milliseconds. */
export const logOutTimeout = 2000;

/** What `work` gives; `instead` where it takes longer than that, in milliseconds: a browser's storage may hang. */
export function within<T>(limit: number, work: Promise<T>, instead: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(instead), limit);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
