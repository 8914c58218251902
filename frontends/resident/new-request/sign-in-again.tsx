import { useNavigate } from '@tma/web/router';
import { signOut } from '@tma/web/session';
import { Button } from '@tma/web/ui/button';
import { useT } from '../texts.ts';

/** The way to /signin for somebody whose session the server no longer takes. What was typed is kept. */
export function SignInAgain() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Button look="quiet" onClick={() => signOut().then(() => navigate('/signin'))}>
      {t('newRequest.signInAgain')}
    </Button>
  );
}
