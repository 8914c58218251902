import { pagePath } from '@tma/contracts/pages';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { useWords } from '@tma/web/language/words';
import { withLock } from '@tma/web/lock';
import { useNavigate } from '@tma/web/router';
import { tokenOf } from '@tma/web/session/resident-token';
import { publishChange } from '@tma/web/waiting-reports/changes';
import type { WaitingReport } from '@tma/web/waiting-reports/report';
import { sendReport } from '@tma/web/waiting-reports/send';
import { readReport, removeReport, returnToDraft } from '@tma/web/waiting-reports/store';
import { messageState } from '../arrival-message.ts';
import { t } from '../texts.ts';

/**
 * What the buttons of a waiting report do; `failure` says that this device failed at the last one. While somebody is sending the report,
 * it is neither edited nor removed.
 */
export function useActions() {
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const [failure, setFailure] = useWords();

  const edit = async (report: WaitingReport): Promise<void> => {
    const { userId, key, refusal } = report;
    const returned = await withLock(key, () => returnToDraft(report));
    if (!returned) return;
    publishChange({ kind: 'changed', userId, key });
    const state = refusal ? messageState('error', refusal) : undefined;
    navigate(pagePath('newRequest'), { state });
  };

  const remove = ({ userId, key }: WaitingReport): Promise<void> =>
    withLock(key, async () => {
      await removeReport({ userId, key });
      publishChange({ kind: 'changed', userId, key });
    }).then(() => undefined);

  /**
   * At once, also where the portal asked for time: its writer says so. Refused, it is in the form again, unless its writer has left the
   * list meanwhile: then its card says why.
   */
  const send = async (report: WaitingReport): Promise<void> => {
    const done = await sendReport(report, { readToken: tokenOf });
    const refused = done?.result === 'refused' && (await readReport(report));
    if (refused && isMounted.current) await edit(refused);
  };

  const saying = (act: (report: WaitingReport) => Promise<void>) => (report: WaitingReport) => {
    setFailure(undefined);
    act(report).catch((error: unknown) => {
      console.warn('The waiting reports could not be read or changed:', error);
      setFailure(() => t('waiting.failed'));
    });
  };
  return { edit: saying(edit), remove: saying(remove), send: saying(send), failure };
}
