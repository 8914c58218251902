import { call } from '@tma/web/api/call';
import type { Answer } from '@tma/web/api/operation-types';
import { useEffect, useState } from 'react';

export type ProofTimes = Answer<'GET /api/proofs/{name}'>;

/** The name by which a picture of the portal is known. @param path `uploads/<name>.webp` */
const nameOf = (path: string) => /(?:^|\/)([\da-f]{32})\.webp$/.exec(path)?.[1];

/**
 * When a picture of finished work was sent and taken; null as long as that is not known, and where it cannot be read: the
 * picture is shown all the same. Read without the query cache, which the shell's pages do not have; the answer never
 * changes, so that the browser keeps it.
 * @param path the picture's public path
 * @param token of an administrator, who also sees which report's picture it resembles
 */
export function useProofTimes(path: string | null, token?: string): ProofTimes | null {
  const [known, setKnown] = useState<{ name: string; times: ProofTimes } | null>(null);
  const name = path ? nameOf(path) : undefined;
  useEffect(() => {
    if (!name) return;
    const ended = new AbortController();
    const { signal } = ended;
    call('GET /api/proofs/{name}', { params: { name }, token, signal }).then(
      (times) => signal.aborted || setKnown({ name, times }),
      (error: Error) => signal.aborted || console.warn('Could not read when a picture was taken:', error.message),
    );
    return () => ended.abort();
  }, [name, token]);
  return known && known.name === name ? known.times : null;
}
