import { limits } from '@tma/contracts/limits';
import { useAdminSession } from '@tma/web/admin-session';
import { call } from '@tma/web/api';
import { addTehsilError } from '@tma/web/errors';
import { Link } from '@tma/web/router';
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

const { min, max } = limits.tehsil;

/** /myadmin. Open to anybody; who is no signed-in administrator proves it with the secret key. */
export default function AddTehsilPage() {
  const t = useT();
  const session = useAdminSession();
  const [said, setSaid] = useState<{ tone: 'success' | 'error'; text: string } | null>(null);
  const { register, handleSubmit, reset, formState } = useForm({ defaultValues: { newtehsil: '', Secret_Key: '' } });
  const { errors, isSubmitting: busy } = formState;

  const submit = handleSubmit(async ({ newtehsil, Secret_Key }) => {
    setSaid(null);
    try {
      const body = session ? { newtehsil } : { newtehsil, Secret_Key };
      await call('POST /api/addTehsil', { body, token: session?.token });
      reset({ newtehsil: '', Secret_Key });
      setSaid({ tone: 'success', text: t('tehsil.added') });
    } catch (error) {
      setSaid({ tone: 'error', text: addTehsilError(error) });
    }
  });

  const fits = (name: string) => {
    const { length } = name.trim();
    if (length === 0) return t('required', { label: t('tehsil.name') });
    return (length >= min && length <= max) || t('tehsil.length', { min, max });
  };

  return (
    <PageFrame>
      <Card>
        <h1>{t('tehsil.title')}</h1>
        {said && <Banner tone={said.tone}>{said.text}</Banner>}
        <Form onSubmit={submit}>
          <TextField
            label={t('tehsil.name')}
            required
            error={errors.newtehsil?.message}
            {...register('newtehsil', { validate: fits })}
          />
          {!session && (
            <PasswordField
              label={t('tehsil.secretKey')}
              hint={t('tehsil.secretKeyHint')}
              autoComplete="off"
              required
              error={errors.Secret_Key?.message}
              {...register('Secret_Key', { required: t('required', { label: t('tehsil.secretKey') }) })}
            />
          )}
          <Button type="submit" busy={busy}>
            {busy ? t('tehsil.busy') : t('tehsil.submit')}
          </Button>
        </Form>
        {session && (
          <p>
            <Link to="/adminDashboard">{t('tehsil.dashboard')}</Link>
          </p>
        )}
      </Card>
    </PageFrame>
  );
}
