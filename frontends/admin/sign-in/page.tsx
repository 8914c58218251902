import { keepAdminSession } from '@tma/web/admin-session';
import { call } from '@tma/web/api';
import { adminSignInError } from '@tma/web/errors';
import { Link, useNavigate } from '@tma/web/router';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { Card } from '@tma/web/ui/card';
import { TextField } from '@tma/web/ui/field';
import { Form } from '@tma/web/ui/form';
import { PageFrame } from '@tma/web/ui/page-frame';
import { PasswordField } from '@tma/web/ui/password-field';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useT } from '../texts.ts';

/** /adminsignin. */
export default function AdminSignInPage() {
  const t = useT();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { Email: '', Password: '' } });
  const { errors, isSubmitting: busy } = formState;

  const submit = handleSubmit(async (body) => {
    setFailure(null);
    try {
      const { Token, email, success } = await call('POST /adminsignin', { body });
      if (!success) return setFailure(t('signIn.failed'));
      keepAdminSession(Token, email);
      navigate('/adminDashboard', { replace: true });
    } catch (error) {
      setFailure(adminSignInError(error));
    }
  });

  return (
    <PageFrame>
      <Card>
        <h1>{t('signIn.title')}</h1>
        {failure && <Banner tone="error">{failure}</Banner>}
        <Form onSubmit={submit}>
          <TextField
            label={t('signIn.email')}
            type="email"
            autoComplete="email"
            required
            disabled={busy}
            error={errors.Email?.message}
            {...register('Email', { required: t('required', { label: t('signIn.email') }) })}
          />
          <PasswordField
            label={t('signIn.password')}
            autoComplete="current-password"
            required
            disabled={busy}
            error={errors.Password?.message}
            {...register('Password', { required: t('required', { label: t('signIn.password') }) })}
          />
          <Button type="submit" busy={busy}>
            {busy ? t('signIn.busy') : t('signIn.submit')}
          </Button>
        </Form>
        <p>
          {t('signIn.noAccount')} <Link to="/adminsignup">{t('signIn.signUp')}</Link>
        </p>
        <p>
          <Link to="/signin">{t('signIn.resident')}</Link>
        </p>
      </Card>
    </PageFrame>
  );
}
