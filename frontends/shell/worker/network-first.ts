/** How long the network is waited for where there is something to show instead, in milliseconds. */
const patience = 3000;
/** For how long a network that did not answer in that time is not waited for again, in milliseconds. */
const silence = 10_000;
let silentUntil = 0;

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined));

/** The network's answer, whatever it says; where none comes, or none soon, what was kept. */
export async function networkFirst(
  ask: () => Promise<Response>,
  findKept: () => Promise<Response | undefined>,
): Promise<Response> {
  const asked = ask();
  const wait = Date.now() < silentUntil ? 0 : patience;
  const first = await Promise.race([asked.catch(() => undefined), after(wait)]);
  if (first) return first;
  const kept = await findKept();
  if (!kept) return asked;
  silentUntil = Date.now() + silence;
  asked.then(() => {
    silentUntil = 0;
  }, ignore);
  return kept;
}

const ignore = () => {};
