/** Puts an answer into a cache, as its newest entry, and takes the oldest out where there are more than `most`. */
export async function putBounded(name: string, key: string, answer: Response, most: number): Promise<void> {
  const cache = await caches.open(name);
  // Keys come in the order in which they were put.
  await cache.delete(key);
  await cache.put(key, answer);
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(old);
}
