import { Link } from '@tma/web/router';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { Entry } from '../entry.tsx';
import { useT } from '../texts.ts';
import { NewRequestForm } from './form.tsx';

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
            <NewRequestForm user={user} />
          </Card>
        </PageFrame>
      )}
    </Entry>
  );
}
