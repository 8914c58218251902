import { useQuery } from '@tanstack/react-query';
import { pagePath } from '@tma/contracts/pages';
import { ApiError } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import { useLinkToken } from '@tma/web/hooks/use-link-token';
import { Link } from '@tma/web/router';
import { Banner } from '@tma/web/ui/banner';
import { Card } from '@tma/web/ui/card';
import { EmptyState } from '@tma/web/ui/empty-state';
import { PageFrame } from '@tma/web/ui/page-frame';
import { Spinner } from '@tma/web/ui/spinner';
import { useState } from 'react';
import { ServerState } from '../server-state.tsx';
import { useT } from '../texts.ts';
import { tokenIn } from '../token-in.ts';
import { JoinForm } from './join-form.tsx';

/** /adminjoin: opened by the mail's link it makes an administrator of whom it was sent to. */
export default function AdminJoinPage() {
  const token = useLinkToken(tokenIn);
  return (
    <ServerState>
      <PageFrame>
        <Card>{token ? <Invitation key={token} token={token} /> : <Over code="link_unknown" />}</Card>
      </PageFrame>
    </ServerState>
  );
}

function Invitation({ token }: { token: string }) {
  const t = useT();
  const [over, setOver] = useState<string>();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call('POST /api/staff/join/view', { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const code = over ?? (error instanceof ApiError && [404, 410].includes(error.status) ? error.code : undefined);
  if (code !== undefined) return <Over code={code} />;
  if (isPending) return <Spinner />;
  if (!data) return <EmptyState title={t('join.unread')} onRetry={() => void refetch()} />;
  return (
    <>
      <h1>{t('join.title', { tehsil: data.tehsil })}</h1>
      <p>{t('join.role', { role: t(`roles.${data.role}`) })}</p>
      <JoinForm token={token} email={data.email} onOver={setOver} />
    </>
  );
}

/** What is wrong with the link, and what to do. */
function Over({ code }: { code: string }) {
  const t = useT();
  return (
    <>
      <h1>{t('join.plainTitle')}</h1>
      <Banner tone="error">{code === 'link_unknown' ? t('join.unknown') : t('join.over')}</Banner>
      <p>{t('join.ask')}</p>
      <p>
        <Link to={pagePath('adminSignIn')}>{t('signIn.title')}</Link>
      </p>
    </>
  );
}
