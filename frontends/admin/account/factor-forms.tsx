import { call } from '@tma/web/api/call';
import type { Answer } from '@tma/web/api/operation-types';
import shared from '@tma/web/shared.module.css';
import { Form, Submit } from '@tma/web/ui/form';
import { lazily } from '@tma/web/ui/lazily';
import { PasswordField } from '@tma/web/ui/password-field';
import { TakesFocus } from '@tma/web/ui/takes-focus';
import { useState } from 'react';
import { useT } from '../texts.ts';
import { CodeField } from './code-field.tsx';
import { CopyButton } from './copy-button.tsx';
import css from './second-factor.module.css';
import { useAccountForm } from './use-account-form.tsx';

const Qr = lazily(() => import('@tma/web/ui/qr'), true);

type Secret = Answer<'POST /adminfactor'>;

interface FactorSetUpProps {
  token: string;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  /** Its code was refused, or no answer came: it may be confirmed all the same. */
  onFailed: () => void;
}

/** Asks for the current password, then shows the secret, then asks for its first code. */
export function FactorSetUp(props: FactorSetUpProps) {
  const [secret, setSecret] = useState<Secret | null>(null);
  return secret ? <Confirm {...props} secret={secret} /> : <AskPassword token={props.token} onSecret={setSecret} />;
}

function AskPassword({ token, onSecret }: { token: string; onSecret: (secret: Secret) => void }) {
  const t = useT();
  const { secret, formProps, busy, onSubmit, username } = useAccountForm(
    token,
    { current_password: '' },
    'factor.failed',
    async ({ current_password: currentPassword }) => {
      onSecret(await call('POST /adminfactor', { body: { currentPassword }, token }));
      return null;
    },
  );
  return (
    <TakesFocus>
      <Form onSubmit={onSubmit} {...formProps}>
        {username}
        <PasswordField {...secret('current_password', () => t('account.current'))} />
        <Submit busy={busy} label={t('factor.setUp')} />
      </Form>
    </TakesFocus>
  );
}

function Confirm({ token, secret: { secret, uri }, onConfirmed, onFailed }: FactorSetUpProps & { secret: Secret }) {
  const t = useT();
  const { field, formProps, busy, onSubmit } = useAccountForm(
    token,
    { code: '' },
    'factor.failed',
    async ({ code }) => {
      const confirming = call('PUT /adminfactor', { body: { code }, token });
      confirming.catch(onFailed);
      onConfirmed((await confirming).recoveryCodes);
      return null;
    },
  );
  return (
    <TakesFocus className={css.step}>
      <p>{t('factor.scan')}</p>
      <Qr text={uri} label={t('factor.picture')} />
      <p className={shared.row}>
        <span>{t('factor.secret')}</span> <code dir="ltr">{secret}</code>
        <CopyButton text={secret} />
      </p>
      <Form onSubmit={onSubmit} {...formProps}>
        <CodeField {...field('code', () => t('factor.code'))} />
        <Submit busy={busy} label={t('factor.confirm')} />
      </Form>
    </TakesFocus>
  );
}

/** Asks for the current password and a code, and removes the second factor. */
export function RemoveFactor({ token, onRemoved }: { token: string; onRemoved: () => void }) {
  const t = useT();
  const { field, secret, formProps, busy, onSubmit, username } = useAccountForm(
    token,
    { current_password: '', code: '' },
    'factor.failed',
    async ({ current_password: currentPassword, code }) => {
      await call('DELETE /adminfactor', { body: { currentPassword, code }, token });
      onRemoved();
      return null;
    },
  );
  return (
    <TakesFocus>
      <Form onSubmit={onSubmit} {...formProps}>
        {username}
        <PasswordField {...secret('current_password', () => t('account.current'))} />
        <CodeField {...field('code', () => t('factor.code'))} recovery hint={t('factor.codeOrRecovery')} />
        <Submit look="quiet" busy={busy} label={t('common.remove')} />
      </Form>
    </TakesFocus>
  );
}
