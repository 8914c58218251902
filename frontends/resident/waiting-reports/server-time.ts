/** How long the answer is waited for, in milliseconds. */
const timeout = 20_000;

/** The server's time, as it says it now; undefined where it does not. */
export async function readServerTime(): Promise<number | undefined> {
  try {
    // No worker answers a HEAD.
    const { ok, headers } = await fetch('/remotes.json', {
      method: 'HEAD',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    });
    // A network or proxy in between may answer with a page of its own, whose time may be any.
    const isOfPortal = ok && !headers.get('content-type')?.includes('html');
    const time = Date.parse(headers.get('date') ?? '');
    return isOfPortal && !Number.isNaN(time) ? time : undefined;
  } catch {
    return undefined;
  }
}
