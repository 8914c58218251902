import { pagePath } from '@tma/contracts/pages';
import { useRead } from '@tma/web/hooks/use-read';
import { Link } from '@tma/web/router';
import { Banner } from '@tma/web/ui/banner';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { Spinner } from '@tma/web/ui/spinner';
import { useState } from 'react';
import { useArrivalMessage } from '../arrival-message.ts';
import { RequireResident, type Resident } from '../require-resident.tsx';
import { useT } from '../texts.ts';
import { refusalText } from '../waiting-reports/words.ts';
import { NewRequestForm } from './form.tsx';
import { deleteDraft, newDraft, readDraft, type StoredDraft } from './stored-draft.ts';

/** /newrequest. The form stays when the session ends under it, so that nothing typed is lost. */
export default function NewRequestPage() {
  const t = useT();
  return (
    <RequireResident keepPage>
      {({ user }) => (
        <PageFrame width="wide">
          <Link to={pagePath('userDashboard')}>{t('common.backToDashboard')}</Link>
          <h1>{t('newRequest.title')}</h1>
          <p>{t('newRequest.lead')}</p>
          <Card>
            <RestoredForm user={user} />
          </Card>
        </PageFrame>
      )}
    </RequireResident>
  );
}

/** The form with the person's draft. */
function RestoredForm({ user }: Pick<Resident, 'user'>) {
  const [stored, startOver] = useStoredDraft(user.id);
  // Why a report that waited is here again.
  const [message, setMessage] = useArrivalMessage(refusalText);
  if (!stored) return <Spinner />;
  const begin = (key: string) => {
    setMessage(null);
    startOver(key);
  };
  return (
    <>
      {message && <Banner tone={message.tone}>{message.text()}</Banner>}
      <NewRequestForm key={stored.key} user={user} stored={stored} onStartOver={begin} />
    </>
  );
}

/** The draft that the person wrote before, undefined until it is read; and a function to start over, given that draft's key. */
function useStoredDraft(userId: string): [StoredDraft | undefined, (key: string) => void] {
  const read = useRead(userId, () => readDraft(userId));
  const [begun, setBegun] = useState<StoredDraft>();
  const startOver = (key: string) => {
    void deleteDraft(userId, key);
    setBegun(newDraft());
  };
  return [begun ?? read, startOver];
}
