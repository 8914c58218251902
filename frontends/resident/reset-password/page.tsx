import { useSearchParams } from '@tma/web/router';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { useState } from 'react';
import { useT } from '../texts.ts';
import { AskLink } from './ask-link.tsx';
import { NewPassword } from './new-password.tsx';

/** /reset-password: opened by the mail's link it takes the new password, else it asks where to send that mail. */
export default function ResetPasswordPage() {
  const t = useT();
  const [query] = useSearchParams();
  const [expired, setExpired] = useState(false);
  const tokenHash = query.get('token_hash');
  return (
    <PageFrame>
      <Card>
        <h1>{t('reset.title')}</h1>
        {tokenHash && !expired ? (
          <NewPassword tokenHash={tokenHash} onExpired={() => setExpired(true)} />
        ) : (
          <AskLink expired={expired} />
        )}
      </Card>
    </PageFrame>
  );
}
