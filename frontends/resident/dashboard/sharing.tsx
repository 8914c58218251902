import { useQueryClient } from '@tanstack/react-query';
import { recordPath } from '@tma/contracts/pages';
import { isProblem } from '@tma/contracts/reports/issues';
import { copyText } from '@tma/web/api/copy-text';
import { useOrigin } from '@tma/web/api/portal-config';
import type { Report } from '@tma/web/api/tables';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { callAsResident } from '@tma/web/session/resident-token';
import { Button } from '@tma/web/ui/button';
import { CheckField } from '@tma/web/ui/check-field';
import { Actions } from '@tma/web/ui/form';
import { useState } from 'react';
import { useT } from '../texts.ts';

type Said = 'saved' | 'failed' | 'copied' | 'notCopied';

/** Saves whether a report is shown to whoever has its link. `say` shows other messages in the same place. */
function useSharing({ report: { id, shared, updated_at }, onLost }: SharingProps) {
  const isMounted = useIsMounted();
  const client = useQueryClient();
  // What was chosen here; once it is saved, only until the list is as new. The list is read again meanwhile.
  const [chosen, setChosen] = useState<{ shared: boolean; updated_at?: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [said, say] = useState<Said>();

  const share = async (wanted: boolean) => {
    setBusy(true);
    say(undefined);
    setChosen({ shared: wanted });
    try {
      setChosen(await callAsResident('PUT /reports/{id}/shared', { params: { id }, body: { shared: wanted } }));
      say('saved');
    } catch (error) {
      console.warn('It could not be shared:', error instanceof Error ? error.message : error);
      // What was saved before may be newer than the list.
      setChosen(chosen);
      say('failed');
      if (!isMounted.current) onLost();
    }
    // Also where it failed: the answer alone may have been lost.
    void client.invalidateQueries({ queryKey: ['reports'] });
    setBusy(false);
  };
  const isInList = chosen?.updated_at !== undefined && chosen.updated_at <= updated_at;
  return { shared: chosen && !isInList ? chosen.shared : shared, busy, said, say, share };
}

interface SharingProps {
  report: Pick<Report, 'id' | 'reference' | 'issue' | 'shared' | 'updated_at'>;
  /** It could not be saved, and the details are closed by now. */
  onLost: () => void;
}

/** Whether the resident's own report is shown to whoever has its link, and the link. Certificates and licences have none. */
export function Sharing({ report, onLost }: SharingProps) {
  const t = useT();
  const { shared, busy, said, say, share } = useSharing({ report, onLost });
  const address = useOrigin() + recordPath(report.reference);
  if (!isProblem(report.issue)) return null;

  const copy = async () => {
    say(undefined);
    say((await copyText(address)) ? 'copied' : 'notCopied');
  };
  return (
    <Actions>
      <CheckField
        label={t('sharing.shared')}
        hint={t('newRequest.shared')}
        checked={shared}
        aria-disabled={busy}
        onChange={({ target }) => void (busy || share(target.checked))}
      />
      <Button look="quiet" onClick={() => void copy()}>
        {t('sharing.copy')}
      </Button>
      <p role="status">{said && t(`sharing.${said}`, { address })}</p>
    </Actions>
  );
}
