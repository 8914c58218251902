/**
 * Fetches a file. Throws where it is not to be had, and where a page comes in its place: a public network may answer anything
 * with its own.
 */
export async function fetchFile(address: string, options?: RequestInit): Promise<Response> {
  const answer = await fetch(address, options);
  const isPage = answer.headers.get('content-type')?.startsWith('text/html');
  if (answer.status !== 200 || isPage) throw new Error(`${address} is not to be had`);
  return answer;
}

/** Keeps all of these files. Throws where one is not to be had. */
export async function keepAll(cache: Cache, addresses: readonly string[]): Promise<void> {
  await Promise.all(addresses.map(async (address) => cache.put(address, await fetchFile(address))));
}
