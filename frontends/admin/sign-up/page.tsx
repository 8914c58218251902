import { callForResponse } from '@tma/web/api';
import { adminSignUpError } from '@tma/web/errors';
import { Link, useNavigate } from '@tma/web/router';
import { Banner } from '@tma/web/ui/banner';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ServerState } from '../server-state.tsx';
import { useT } from '../texts.ts';
import { type AdminSignUp, AdminSignUpFields } from './fields.tsx';

const empty: AdminSignUp = { First_Name: '', Last_Name: '', Email: '', Password: '', Tehsil: '', Secret_Key: '' };

/** /adminsignup. */
export default function AdminSignUpPage() {
  const t = useT();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<AdminSignUp>({ defaultValues: empty });

  const submit = form.handleSubmit(async (body) => {
    setFailure(null);
    try {
      const { status } = await callForResponse('POST /adminsignup', { body });
      if (status !== 201) return setFailure(t('signUp.failed'));
      form.reset(empty);
      navigate('/adminsignin');
    } catch (error) {
      setFailure(adminSignUpError(error));
    }
  });

  return (
    <ServerState>
      <PageFrame>
        <Card>
          <h1>{t('signUp.title')}</h1>
          {failure && <Banner tone="error">{failure}</Banner>}
          <AdminSignUpFields form={form} onSubmit={submit} />
          <p>
            {t('signUp.haveAccount')} <Link to="/adminsignin">{t('signUp.signIn')}</Link>
          </p>
          <p>
            <Link to="/signup">{t('signUp.resident')}</Link>
          </p>
        </Card>
      </PageFrame>
    </ServerState>
  );
}
