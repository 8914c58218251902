import { Link } from '@tma/web/router';
import { Card } from '@tma/web/ui/card';
import { EmptyState } from '@tma/web/ui/empty-state';
import { PageFrame } from '@tma/web/ui/page-frame';
import { Spinner } from '@tma/web/ui/spinner';
import { Entry, type Resident } from '../entry.tsx';
import { useT } from '../texts.ts';
import { useProfile } from '../use-profile.ts';
import { DeleteAccount } from './delete-account.tsx';
import { DetailsForm } from './details-form.tsx';
import { PasswordForm } from './password-form.tsx';

export default function ProfilePage() {
  return <Entry>{(resident) => <Profile resident={resident} />}</Entry>;
}

/** /profile: the resident's details, password and account. */
function Profile({ resident }: { resident: Resident }) {
  const t = useT();
  const profile = useProfile(resident.user);
  return (
    <PageFrame>
      <Link to="/userDashboard">{t('profile.backToDashboard')}</Link>
      <h1>{t('profile.title')}</h1>
      <Card>
        <h2>{t('profile.details')}</h2>
        {profile.isPending && <Spinner />}
        {profile.isLoadingError && <EmptyState title={t('profile.unknown')} onRetry={() => profile.refetch()} />}
        {profile.data && <DetailsForm email={resident.user.email ?? ''} profile={profile.data} />}
      </Card>
      <Card>
        <h2>{t('profile.password')}</h2>
        <PasswordForm />
      </Card>
      <Card>
        <h2>{t('profile.delete')}</h2>
        <DeleteAccount onDeleted={resident.leave} />
      </Card>
    </PageFrame>
  );
}
