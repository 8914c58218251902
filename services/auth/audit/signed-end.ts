import { type AuditEnd, auditEndIn, parseCheckpoint } from '@tma/contracts';

/** It cannot be known where the audit log ended. */
export class Unanswered extends Error {}

/**
 * Where the signed log of a portal says that the audit log ended; null where nothing is signed yet. Throws `Unanswered` for every other
 * answer: a portal that is only busy must not have a log that was cut pass.
 */
export async function signedEnd(portal: string): Promise<AuditEnd | null> {
  const url = `${portal}/log/checkpoint`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(20_000) }).catch((error: Error) => {
    throw new Unanswered(`${url} cannot be reached: ${((error.cause as Error | undefined) ?? error).message}`);
  });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Unanswered(`${url} answered ${answer.status}: it is not known where the audit log ended.`);
  return auditEndIn(parseCheckpoint(await answer.text()).extensions);
}
