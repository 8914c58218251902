import { Banner } from '@tma/web/ui/banner';
import { Question } from '@tma/web/ui/question';
import type { WaitingReport } from '@tma/web/waiting-reports/report';
import { useState } from 'react';
import { useT } from '../texts.ts';
import { useActions } from './use-actions.ts';
import { useLost, useWaitingReports } from './use-waiting-reports.ts';
import { WaitingCard } from './waiting-card.tsx';

/**
 * The reports that wait on this device, the newest first, as `cards` of a list; `above` is for above the list, `question`
 * for beside it: the arrow keys of the cards are not those of a dialog.
 */
export function useWaitingCards(userId: string) {
  const t = useT();
  const { reports, sending, sent } = useWaitingReports(userId);
  const lost = useLost(userId);
  const [removing, setRemoving] = useState<WaitingReport | null>(null);
  const { remove, failure } = useActions();
  const cards = reports.map((report) => (
    <WaitingCard
      key={report.key}
      report={report}
      isSending={sending.has(report.key)}
      onRemove={() => setRemoving(report)}
    />
  ));
  const above = (
    <>
      {lost && <Banner tone="error">{t('waiting.lost')}</Banner>}
      {failure !== undefined && <Banner tone="error">{failure}</Banner>}
      {sent > 0 && <Banner tone="success">{t('newRequest.success')}</Banner>}
    </>
  );
  const question = removing && (
    <RemoveDialog
      onClose={() => setRemoving(null)}
      onRemove={() => {
        setRemoving(null);
        remove(removing);
      }}
    />
  );
  return { cards, above, question };
}

interface RemoveDialogProps {
  onRemove: () => void;
  onClose: () => void;
}

/** Asks before a report is removed that was never sent. */
export function RemoveDialog({ onRemove, onClose }: RemoveDialogProps) {
  const t = useT();
  return (
    <Question
      title={t('waiting.removeTitle')}
      hint={t('waiting.removeText')}
      yes={t('waiting.remove')}
      deletes
      onYes={onRemove}
      onClose={onClose}
    />
  );
}
