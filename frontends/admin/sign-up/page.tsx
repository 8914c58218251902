import { callForResponse } from '@tma/web/api';
import { adminSignUpError } from '@tma/web/errors';
import { Link, useNavigate } from '@tma/web/router';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { useForm } from '@tma/web/use-form';
import { ServerState } from '../server-state.tsx';
import { useT } from '../texts.ts';
import { type AdminSignUp, AdminSignUpFields } from './fields.tsx';

const empty: AdminSignUp = { First_Name: '', Last_Name: '', Email: '', Password: '', Tehsil: '', Secret_Key: '' };

/** /adminsignup. */
export default function AdminSignUpPage() {
  const t = useT();
  const navigate = useNavigate();
  const form = useForm(empty);

  const submit = form.sender(async (body) => {
    try {
      const { status } = await callForResponse('POST /adminsignup', { body });
      if (status !== 201) return { tone: 'error', text: t('signUp.failed') };
    } catch (error) {
      return form.refused(error, adminSignUpError(error));
    }
    form.form.reset(empty);
    navigate('/adminsignin');
    return null;
  });

  return (
    <ServerState>
      <PageFrame>
        <Card>
          <h1>{t('signUp.title')}</h1>
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
