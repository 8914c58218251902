/** Files with a hash in their names. Those of a build are kept with it; others that a page has loaded, such as fonts, for a while. */
import { putBounded } from '@tma/web/offline/bounded';
import { fetchFile } from './fetch-file.ts';
import type { FetchEvent } from './scope.ts';

const name = 'tma-files';
/** How many of them are kept, the newest. */
const most = 60;

/** Whatever is kept for that address, whichever build it is of: a name with a hash never means another content. */
const findKept = (address: string) => caches.match(address, { ignoreVary: true });

/** Answers what a page without a network needs. */
export const answerKept = async ({ request }: FetchEvent): Promise<Response> =>
  (await findKept(request.url)) ?? fetch(request);

/** Keeps the files that a page has loaded: the browser still has them. */
export async function keepFiles(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    if (await findKept(address)) continue;
    const answer = await fetchFile(address).catch(() => undefined);
    if (answer) await putBounded(name, address, answer, most);
  }
}
