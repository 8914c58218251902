import { pagePath } from '@tma/contracts/pages';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { useNavigate } from '@tma/web/router';
import { signOut } from '@tma/web/session/resident-session';
import { TemporaryButton } from '@tma/web/ui/temporary-button';
import { useT } from '../texts.ts';

/** Leads to /signin when the server no longer accepts the session. What was typed is kept. */
export function SignInAgain() {
  const t = useT();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const leave = async () => {
    await signOut();
    // But for the form, pages lead there by themselves, at once; by now their reader may be elsewhere.
    if (isMounted.current) navigate(pagePath('signIn'));
  };
  return (
    <TemporaryButton look="quiet" onClick={() => void leave()}>
      {t('common.goToSignIn')}
    </TemporaryButton>
  );
}
