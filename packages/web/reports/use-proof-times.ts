import { call } from '@tma/web/api/call';
import type { Answer } from '@tma/web/api/operation-types';
import { useRead } from '@tma/web/hooks/use-read';

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
  const name = path ? nameOf(path) : undefined;
  const read = async (signal: AbortSignal): Promise<ProofTimes | null> => {
    if (!name) return null;
    return call('GET /api/proofs/{name}', { params: { name }, token, signal }).catch((error: Error) => {
      if (!signal.aborted) console.warn('Could not read when a picture was taken:', error.message);
      return null;
    });
  };
  return useRead(`${name} ${token}`, read) ?? null;
}
