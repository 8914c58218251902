import type { KeptReport } from '@tma/web/queue/report';
import { Banner } from '@tma/web/ui/banner';
import { useState } from 'react';
import { useT } from '../texts.ts';
import { KeptCard } from './kept-card.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { useActions } from './use-actions.ts';
import { useKeptReports, useLost } from './use-kept-reports.ts';

/**
 * The reports that are kept on this device, the newest first, as `cards` of a list; `above` is for above the list, `question`
 * for beside it: the arrow keys of the cards are not those of a dialog.
 */
export function useKeptCards(userId: string) {
  const t = useT();
  const { reports, sending, sent } = useKeptReports(userId);
  const lost = useLost(userId);
  const [removing, setRemoving] = useState<KeptReport | null>(null);
  const { remove } = useActions();
  const cards = reports.map((report) => (
    <KeptCard
      key={report.key}
      report={report}
      isSending={sending.has(report.key)}
      onRemove={() => setRemoving(report)}
    />
  ));
  const above = (
    <>
      {lost && <Banner tone="error">{t('kept.lost')}</Banner>}
      {sent > 0 && <Banner tone="success">{t('newRequest.success')}</Banner>}
    </>
  );
  const question = removing && (
    <RemoveDialog
      onClose={() => setRemoving(null)}
      onRemove={() => {
        setRemoving(null);
        void remove(removing);
      }}
    />
  );
  return { cards, above, question };
}
