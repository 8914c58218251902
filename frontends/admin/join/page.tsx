import { useQuery } from '@tanstack/react-query';
import { pagePath } from '@tma/contracts/pages';
import { NewPasswordField } from '@tma/web/account/new-password-field';
import { statusOf } from '@tma/web/api/api-error';
import { call } from '@tma/web/api/call';
import { codeOf, reasonOf } from '@tma/web/errors/error-texts';
import { useForm } from '@tma/web/forms/use-form';
import { focusMain } from '@tma/web/hooks/focus';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { useLinkToken } from '@tma/web/hooks/use-link-token';
import { useOnChange } from '@tma/web/hooks/use-on-change';
import { Link, useNavigate } from '@tma/web/router';
import { Banner } from '@tma/web/ui/banner';
import { Card } from '@tma/web/ui/card';
import { EmptyState } from '@tma/web/ui/empty-state';
import { TextField } from '@tma/web/ui/field';
import { Form, Pair, Submit } from '@tma/web/ui/form';
import { PageFrame } from '@tma/web/ui/page-frame';
import { Spinner } from '@tma/web/ui/spinner';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ServerState } from '../server-state.tsx';
import { useT } from '../texts.ts';
import { tokenIn } from '../tokens.ts';

/** /adminjoin, opened by the link of an invitation: whoever it was sent to becomes an administrator. */
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

/** Whether the link opens nothing any more. */
const isOver = (error: unknown) => [404, 410].includes(statusOf(error));

function Invitation({ token }: { token: string }) {
  const t = useT();
  const [over, setOver] = useState<string>();
  // The form that had the focus is gone.
  useOnChange(over, focusMain);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call('POST /api/staff/join/view', { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const code = over ?? (isOver(error) ? codeOf(error) : undefined);
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

interface JoinFormProps {
  /** The link's token. It is used up when the form is sent, not before. */
  token: string;
  /** The address that the invitation was sent to. */
  email: string;
  /** The link does not work any more, by the code of the refusal. */
  onOver: (code: string) => void;
}

function JoinForm({ token, email, onOver }: JoinFormProps) {
  const t = useT();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const { form, field, secret, submitHandler, rejected, formProps, busy } = useForm({
    First_Name: '',
    Last_Name: '',
    Password: '',
  });
  const typed = useWatch({ control: form.control, name: 'Password' });

  const submit = submitHandler(async (fields) => {
    try {
      await call('POST /api/staff/join', { body: { token, ...fields } });
    } catch (error) {
      if (isOver(error)) onOver(codeOf(error));
      return rejected(error, () => t('join.failed', { message: reasonOf(error) }));
    }
    // Who has left the page stays where they are.
    if (isMounted.current) navigate(pagePath('adminSignIn', { joined: 'now' }), { replace: true });
    return null;
  });
  return (
    <Form onSubmit={submit} {...formProps}>
      <TextField label={t('common.email')} name="Email" type="email" autoComplete="username" value={email} readOnly />
      <Pair>
        <TextField {...field('First_Name', () => t('signUp.firstName'))} autoComplete="given-name" />
        <TextField {...field('Last_Name', () => t('signUp.lastName'))} autoComplete="family-name" />
      </Pair>
      <NewPasswordField {...secret('Password', () => t('signUp.password'))} typed={typed} email={email} />
      <Submit busy={busy} label={t('join.submit')} meanwhile={t('join.busy')} />
    </Form>
  );
}
