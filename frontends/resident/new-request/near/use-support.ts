import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tma/web/api/api-error';
import { useWords } from '@tma/web/language/words';
import { useState } from 'react';
import { callAsResident } from '../../resident-token.ts';
import { t } from '../../texts.ts';
import type { NearReport } from './use-near.ts';

/** Why it was not taken, in words. */
function refusal(failed: unknown): string {
  const status = failed instanceof ApiError ? failed.status : 0;
  // It was closed or hidden meanwhile.
  if (status === 404 || status === 409) return t('near.ended');
  return status === 429 ? t('near.tooMany') : t('common.notSaved');
}

/** Saying that one has the same problem, and how many say so by then. */
export function useSupport({ id, supports, supported }: NearReport) {
  const client = useQueryClient();
  const [now, setNow] = useState({ supports, isSupported: supported });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useWords();
  const support = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await callAsResident('PUT /reports/{id}/support', { params: { id } });
      setNow({ supports: answer.supports, isSupported: true });
      void client.invalidateQueries({ queryKey: ['supported'] });
    } catch (failed) {
      console.warn('The report could not be supported:', failed);
      setProblem(() => refusal(failed));
    } finally {
      setBusy(false);
    }
  };
  return { ...now, problem, busy, support };
}
