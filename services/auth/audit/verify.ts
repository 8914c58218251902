import { type AuditEnd, auditEndIn, parseCheckpoint } from '@tma/contracts';
import { CommandFailed, type Pool } from '@tma/kit';
import { entriesAfter } from './audit.store.ts';
import { beginning, hashOf } from './chain.ts';

const atOnce = 1000;

/** What `verify [url]` does. @returns what to print. Throws `CommandFailed`. */
export async function verifyAudit(pool: Pool, [action, url, ...more]: readonly string[]): Promise<string> {
  // An address in the place of the word would not be compared with.
  if (action !== 'verify' || more.length > 0) throw new CommandFailed('Use: verify [url]');
  const signed = url ? await signedEnd(url) : null;
  const count = await verifyLog(pool, signed);
  const also = signed ? `, the first ${signed.seq} as they were signed on ${signed.day}` : '';
  return `${count} ${count === 1 ? 'entry is' : 'entries are'} as written${also}.`;
}

/**
 * Checks the whole audit log. @returns how many entries it has. Throws `CommandFailed`, which names the first entry
 * that is not as it was written.
 * @param signed the end of the audit log on a day, from the signed log
 */
export async function verifyLog(pool: Pool, signed: AuditEnd | null = null): Promise<number> {
  let [seq, hash] = [0, beginning];
  for (;;) {
    const entries = await entriesAfter(pool, seq, atOnce);
    for (const entry of entries) {
      if (entry.seq !== seq + 1) throw new CommandFailed(`Entry ${seq + 1} of the audit log is missing.`);
      if (entry.previous !== hash || entry.hash !== hashOf(entry))
        throw new CommandFailed(`Entry ${entry.seq} of the audit log is not as it was written.`);
      if (entry.seq === signed?.seq && entry.hash !== signed.hash)
        throw new CommandFailed(`Entry ${entry.seq} of the audit log is not the one that was signed on ${signed.day}.`);
      ({ seq, hash } = entry);
    }
    if (entries.length === atOnce) continue;
    if (signed && seq < signed.seq)
      throw new CommandFailed(`The audit log was cut: it has ${seq} entries, and had ${signed.seq} on ${signed.day}.`);
    return seq;
  }
}

/**
 * The end of the audit log according to the portal's signed log; null where nothing is signed yet. Throws
 * `CommandFailed` for every other answer: otherwise a truncated log would pass while the portal is only busy.
 */
export async function signedEnd(portal: string): Promise<AuditEnd | null> {
  const url = `${portal.replace(/\/+$/, '')}/log/checkpoint`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(20_000) }).catch((error: Error) => {
    throw new CommandFailed(`${url} cannot be reached: ${((error.cause as Error | undefined) ?? error).message}`);
  });
  if (answer.status === 404) return null;
  if (!answer.ok)
    throw new CommandFailed(`${url} answered ${answer.status}: it is not known where the audit log ended.`);
  try {
    return auditEndIn(parseCheckpoint(await answer.text()).extensions);
  } catch {
    throw new CommandFailed(`${url} answered no checkpoint: it is not known where the audit log ended.`);
  }
}
