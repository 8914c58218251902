import { pagePath } from '@tma/contracts/pages';
import { useNavigate } from '@tma/web/router';
import { signOut } from '@tma/web/session/resident-session';
import { Button } from '@tma/web/ui/button';
import { useT } from '../texts.ts';

/** Leads to /signin when the server no longer accepts the session. What was typed is kept. */
export function SignInAgain() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Button look="quiet" onClick={() => signOut().then(() => navigate(pagePath('signIn')))}>
      {t('common.goToSignIn')}
    </Button>
  );
}
