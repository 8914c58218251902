/** How long to wait for the network where a kept answer exists, in milliseconds. */
const timeout = 3000;
/** For how long a network that did not answer in that time is not waited for again, in milliseconds. */
const silence = 10_000;
let silentUntil = 0;

const after = (ms: number) => new Promise<'late'>((resolve) => setTimeout(resolve, ms, 'late'));

/** The network's answer, whatever it is; the kept one if none comes, or not soon enough. */
export async function networkFirst(
  asked: Promise<Response>,
  findKept: () => Promise<Response | undefined>,
): Promise<Response> {
  const answered = asked.then(
    () => 'answered' as const,
    () => 'failed' as const,
  );
  const first = await Promise.race([answered, after(Date.now() < silentUntil ? 0 : timeout)]);
  if (first === 'answered') return asked;
  const kept = await findKept();
  if (!kept) return asked;
  if (first === 'late') {
    silentUntil = Date.now() + silence;
    void answered.then(() => {
      silentUntil = 0;
    });
  }
  return kept;
}
