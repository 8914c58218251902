import { pagePath } from '@tma/contracts/pages';
import { useLinkToken } from '@tma/web/hooks/use-link-token';
import { Link } from '@tma/web/router';
import { Banner } from '@tma/web/ui/banner';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { useState } from 'react';
import { useT } from '../texts.ts';
import { tokenIn } from '../token-in.ts';
import { NewPassword } from './new-password.tsx';

/** /adminreset: opened by the mail's link it takes the new password. */
export default function AdminResetPage() {
  const t = useT();
  const token = useLinkToken(tokenIn);
  const [over, setOver] = useState<string | null>(null);
  return (
    <PageFrame>
      <Card>
        <h1>{t('reset.title')}</h1>
        {token && token !== over ? (
          <NewPassword key={token} token={token} onOver={() => setOver(token)} />
        ) : (
          <>
            {over === null ? <p>{t('reset.none')}</p> : <Banner tone="error">{t('reset.over')}</Banner>}
            <p>
              <Link to={pagePath('adminRecover')}>{t('reset.again')}</Link>
            </p>
          </>
        )}
      </Card>
    </PageFrame>
  );
}
