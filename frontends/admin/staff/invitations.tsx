import { roles } from '@tma/contracts/roles';
import { statusOf } from '@tma/web/api/api-error';
import { useTimeZone } from '@tma/web/api/portal-config';
import { codeOf } from '@tma/web/errors/error-texts';
import { looksLikeEmail, useForm } from '@tma/web/forms/use-form';
import { longDate } from '@tma/web/language/dates';
import { currentLanguage } from '@tma/web/language/language';
import web from '@tma/web/shared.module.css';
import { Banner } from '@tma/web/ui/banner';
import { EmptyState } from '@tma/web/ui/empty-state';
import { SelectField, TextField } from '@tma/web/ui/field';
import { Form, Pair, Submit } from '@tma/web/ui/form';
import { Line } from '@tma/web/ui/line';
import shared from '../page.module.css';
import { useT } from '../texts.ts';
import { type Member, useInvitations, useInvite, useWithdraw } from './use-staff.ts';

/** The invitations that are open, each with a way to take it back. */
export function Invitations({ token }: { token: string }) {
  const t = useT();
  const zone = useTimeZone();
  const invitations = useInvitations(token);
  const withdraw = useWithdraw(token);
  if (!invitations.data) return <EmptyState title={t('staff.unread')} onRetry={() => void invitations.refetch()} />;
  return (
    <>
      {withdraw.isError && <Banner tone="quiet">{t('staff.failed')}</Banner>}
      {invitations.data.length === 0 && <p>{t('staff.none')}</p>}
      <ul className={shared.lines} aria-label={t('staff.open')}>
        {invitations.data.map(({ id, email, role, expiresAt, by }) => (
          <Line key={id} action={t('staff.withdraw')} busy={withdraw.isPending} onAct={() => withdraw.mutate(id)}>
            <strong dir="ltr">{email}</strong>
            <span>{t(`roles.${role}`)}</span>
            <span className={web.soft}>{t('staff.until', { day: longDate(expiresAt, zone) })}</span>
            <span className={web.soft}>{t('staff.by', { name: by })}</span>
          </Line>
        ))}
      </ul>
    </>
  );
}

const empty: { email: string; role: Member['role'] } = { email: '', role: 'clerk' };

/** Sends somebody the link with which they join the office. */
export function InviteForm({ token }: { token: string }) {
  const t = useT();
  const { form, field, submitHandler, rejected, fail, formProps, busy } = useForm(empty);
  const invite = useInvite(token);

  const submit = submitHandler(async ({ email, role }) => {
    try {
      await invite.mutateAsync({ email, role, language: currentLanguage() });
    } catch (error) {
      const text = statusOf(error) === 429 ? 'staff.tooMany' : 'staff.notSent';
      if (codeOf(error) !== 'already_staff') return rejected(error, () => t(text));
      fail('email', () => t('staff.already'));
      return null;
    }
    form.reset({ email: '', role });
    return { tone: 'success', text: () => t('staff.sent', { email }) };
  });
  return (
    <Form onSubmit={submit} {...formProps}>
      <Pair>
        <TextField {...field('email', () => t('common.email'), looksLikeEmail)} type="email" autoComplete="off" />
        <SelectField
          {...field('role', () => t('staff.role'))}
          options={roles}
          textOf={(one) => t(`roles.${one as Member['role']}`)}
        />
      </Pair>
      <Submit busy={busy} label={t('staff.send')} meanwhile={t('common.sending')} />
    </Form>
  );
}
