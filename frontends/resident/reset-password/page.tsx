import { useLinkToken } from '@tma/web/hooks/use-link-token';
import { CardPage } from '@tma/web/ui/card-page';
import { useState } from 'react';
import { useT } from '../texts.ts';
import { AskLink } from './ask-link.tsx';
import { NewPassword } from './new-password.tsx';

const tokenIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('token_hash');

/** /reset-password: opened by the mail's link it takes the new password, else it asks where to send that mail. */
export default function ResetPasswordPage() {
  const t = useT();
  const tokenHash = useLinkToken(tokenIn);
  const [expired, setExpired] = useState<string | null>(null);
  return (
    <CardPage title={t('reset.title')}>
      {tokenHash && expired !== tokenHash ? (
        <NewPassword key={tokenHash} tokenHash={tokenHash} onExpired={() => setExpired(tokenHash)} />
      ) : (
        <AskLink expired={expired !== null} />
      )}
    </CardPage>
  );
}
