import { Link } from '@tma/web/router';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { Spinner } from '@tma/web/ui/spinner';
import { Entry, type Resident } from '../entry.tsx';
import { useT } from '../texts.ts';
import { NewRequestForm } from './form.tsx';
import { useKeptDraft } from './use-kept-draft.ts';

/** /newrequest. The form stays when the session ends under it, so that nothing typed is lost. */
export default function NewRequestPage() {
  const t = useT();
  return (
    <Entry stay>
      {({ user }) => (
        <PageFrame width="wide">
          <Link to="/userDashboard">{t('newRequest.back')}</Link>
          <h1>{t('newRequest.title')}</h1>
          <p>{t('newRequest.lead')}</p>
          <Card>
            <BegunRequest key={user.id} user={user} />
          </Card>
        </PageFrame>
      )}
    </Entry>
  );
}

/** The form with what the person wrote in it before. Whoever else signs in finds their own. */
function BegunRequest({ user }: Pick<Resident, 'user'>) {
  const [kept, beginAnew] = useKeptDraft(user.id);
  if (!kept) return <Spinner />;
  return <NewRequestForm key={kept.key} user={user} kept={kept} onBeginAnew={beginAnew} />;
}
