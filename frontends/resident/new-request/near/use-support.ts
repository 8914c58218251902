import { useMutation, useQueryClient } from '@tanstack/react-query';
import { statusOf } from '@tma/web/api/api-error';
import { callAsResident } from '../../resident-token.ts';
import { t } from '../../texts.ts';
import type { NearReport } from './use-near.ts';

/** Why it was not taken, in words. */
function refusal(failed: Error): string {
  const status = statusOf(failed);
  // It was closed or hidden meanwhile.
  if (status === 404 || status === 409) return t('near.ended');
  return status === 429 ? t('near.tooMany') : t('common.notSaved');
}

/** Saying that one has the same problem, and how many say so by then. */
export function useSupport({ id, supports, supported }: NearReport) {
  const client = useQueryClient();
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => callAsResident('PUT /reports/{id}/support', { params: { id } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['supported'] }),
    onError: (failed) => console.warn('The report could not be supported:', failed),
  });
  const isSupported = supported || data !== undefined;
  return {
    supports: data?.supports ?? supports,
    isSupported,
    // Where its answer alone was lost, the next list says so.
    problem: isSupported ? null : error && refusal(error),
    busy: isPending,
    support: () => mutate(),
  };
}
