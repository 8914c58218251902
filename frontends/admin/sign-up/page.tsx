import { pagePath } from '@tma/contracts/pages';
import { callForResponse } from '@tma/web/api/call';
import { adminSignUpError } from '@tma/web/errors/error-texts';
import { useForm } from '@tma/web/forms/use-form';
import { currentLanguage } from '@tma/web/language/language';
import { Link, useNavigate } from '@tma/web/router';
import { Card } from '@tma/web/ui/card';
import { PageFrame } from '@tma/web/ui/page-frame';
import { ServerState } from '../server-state.tsx';
import { useT } from '../texts.ts';
import { AdminSignUpFields, emptySignUp } from './fields.tsx';

/** /adminsignup. */
export default function AdminSignUpPage() {
  const t = useT();
  const navigate = useNavigate();
  const form = useForm(emptySignUp);

  const submit = form.submitHandler(async (fields) => {
    const body = { ...fields, Language: currentLanguage() };
    try {
      const { status } = await callForResponse('POST /adminsignup', { body });
      if (status !== 201) return { tone: 'error', text: () => t('signUp.failed') };
    } catch (error) {
      return form.rejected(error, () => adminSignUpError(error));
    }
    form.form.reset(emptySignUp);
    navigate(pagePath('adminSignIn'));
    return null;
  });

  return (
    <ServerState>
      <PageFrame>
        <Card>
          <h1>{t('signUp.title')}</h1>
          <AdminSignUpFields form={form} onSubmit={submit} />
          <p>
            {t('signUp.haveAccount')} <Link to={pagePath('adminSignIn')}>{t('signUp.signIn')}</Link>
          </p>
          <p>
            <Link to={pagePath('signUp')}>{t('signUp.resident')}</Link>
          </p>
        </Card>
      </PageFrame>
    </ServerState>
  );
}
