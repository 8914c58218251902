/** How long logging out waits for the device, in milliseconds. */
export const logOutTimeout = 2000;

/** The result of `work`; `instead` if it takes longer than `limit`, in milliseconds: a browser's storage may hang. */
export function within<T>(limit: number, work: Promise<T>, instead: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(instead), limit);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
