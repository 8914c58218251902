import { useMutation } from '@tanstack/react-query';
import { pagePath } from '@tma/contracts/pages';
import { Sessions } from '@tma/web/account/sessions';
import { Link } from '@tma/web/router';
import { signOutEverywhere } from '@tma/web/session/resident-session';
import { residentToken } from '@tma/web/session/resident-token';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { Card } from '@tma/web/ui/card';
import { EmptyState } from '@tma/web/ui/empty-state';
import { PageFrame } from '@tma/web/ui/page-frame';
import { Spinner } from '@tma/web/ui/spinner';
import { useArrivalMessage } from '../arrival-message.ts';
import { RequireResident, type Resident } from '../require-resident.tsx';
import { useT } from '../texts.ts';
import { useProfile } from '../use-profile.ts';
import { DeleteAccount } from './delete-account.tsx';
import { DetailsForm } from './details-form.tsx';
import { EmailForm } from './email-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { PhoneNumber } from './phone/phone.tsx';
import { usePhone } from './phone/use-phone.ts';

export default function ProfilePage() {
  return <RequireResident>{(resident) => <Profile resident={resident} />}</RequireResident>;
}

/** /profile: the resident's details, address, password, sessions and account. */
function Profile({ resident }: { resident: Resident }) {
  const t = useT();
  const { user } = resident;
  const profile = useProfile(user);
  const phone = usePhone(user.id);
  const [message] = useArrivalMessage();
  return (
    <PageFrame>
      <Link to={pagePath('userDashboard')}>{t('common.backToDashboard')}</Link>
      <h1>{t('common.profile')}</h1>
      {message && <Banner tone={message.tone}>{message.text()}</Banner>}
      <Card title={t('profile.details')}>
        {profile.isPending && <Spinner />}
        {profile.isLoadingError && <EmptyState title={t('profile.unknown')} onRetry={() => profile.refetch()} />}
        {profile.data && <DetailsForm profile={profile.data} />}
      </Card>
      {/* Not before the details above are loaded: those would push them down. */}
      {!profile.isPending && !phone.isPending && (
        <>
          <Card title={t('common.email')}>
            <EmailForm user={user} />
          </Card>
          {phone.data?.available && (
            <Card title={t('phone.title')}>
              <PhoneNumber userId={user.id} phone={phone.data} />
            </Card>
          )}
          <Access resident={resident} />
        </>
      )}
    </PageFrame>
  );
}

/** The password, where one is signed in, and the end of the account. */
function Access({ resident: { user, endSession, askBeforeLeaving } }: { resident: Resident }) {
  const t = useT();
  const email = user.email ?? '';
  return (
    <>
      <Card title={t('signUp.password')}>
        <PasswordForm email={email} />
      </Card>
      <Card title={t('profile.sessions')}>
        <Sessions
          owner={user.id}
          readToken={residentToken}
          onLeave={() => askBeforeLeaving(() => void endSession('profile.here'))}
        />
        <SignOutEverywhere endSession={endSession} askBeforeLeaving={askBeforeLeaving} />
      </Card>
      <Card title={t('profile.delete')}>
        <DeleteAccount email={email} onDeleted={() => endSession('profile.deleted')} />
      </Card>
    </>
  );
}

/** Ends every session of the person, this one too. */
function SignOutEverywhere({ endSession, askBeforeLeaving }: Pick<Resident, 'endSession' | 'askBeforeLeaving'>) {
  const t = useT();
  const leaving = useMutation({
    mutationFn: () => endSession('profile.everywhereDone', signOutEverywhere),
    onError: (error) => console.warn('The sessions could not be ended:', error),
  });
  return (
    <>
      <p>{t('profile.everywhereText')}</p>
      {leaving.isError && <Banner tone="error">{t('profile.everywhereFailed')}</Banner>}
      <Button look="quiet" busy={leaving.isPending} onClick={() => askBeforeLeaving(() => leaving.mutate())}>
        {t('profile.everywhere')}
      </Button>
    </>
  );
}
