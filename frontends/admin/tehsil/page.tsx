import { limits } from '@tma/contracts/limits';
import { forgetAdminSession, useAdminSession } from '@tma/web/admin-session';
import { call } from '@tma/web/api';
import { ApiError } from '@tma/web/api-error';
import { addTehsilError } from '@tma/web/errors';
import { Link } from '@tma/web/router';
import { Button } from '@tma/web/ui/button';
import { Card } from '@tma/web/ui/card';
import { TextField } from '@tma/web/ui/field';
import { Form } from '@tma/web/ui/form';
import { PageFrame } from '@tma/web/ui/page-frame';
import { PasswordField } from '@tma/web/ui/password-field';
import { useForm } from '@tma/web/use-form';
import { useT } from '../texts.ts';

const { min, max } = limits.tehsil;

/** /myadmin. Open to anybody; who is no signed-in administrator proves it with the secret key. */
export default function AddTehsilPage() {
  const t = useT();
  const session = useAdminSession();
  const { form, field, secret, sender, refused, head, busy } = useForm({ newtehsil: '', Secret_Key: '' });

  const submit = sender(async ({ newtehsil, Secret_Key }) => {
    try {
      const body = session ? { newtehsil } : { newtehsil, Secret_Key };
      await call('POST /api/addTehsil', { body, token: session?.token });
    } catch (error) {
      // A token that is no longer taken: the key is asked for instead, and the name stays.
      if (session && error instanceof ApiError && error.status === 401) forgetAdminSession();
      return refused(error, addTehsilError(error));
    }
    form.reset({ newtehsil: '', Secret_Key });
    return { tone: 'success', text: t('tehsil.added') };
  });

  const fits = (name: string) => {
    const { length } = name.trim();
    return (length >= min && length <= max) || t('tehsil.length', { min, max });
  };

  return (
    <PageFrame>
      <Card>
        <h1>{t('tehsil.title')}</h1>
        <Form onSubmit={submit} {...head}>
          <TextField {...field('newtehsil', t('tehsil.name'), fits)} />
          {!session && (
            <PasswordField
              {...secret('Secret_Key', t('tehsil.secretKey'))}
              hint={t('tehsil.secretKeyHint')}
              autoComplete="off"
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
