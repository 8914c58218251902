import { useTimeZone } from '@tma/web/api/portal-config';
import { longDate } from '@tma/web/language/dates';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { EmptyState } from '@tma/web/ui/empty-state';
import { useId } from 'react';
import { useT } from '../texts.ts';
import css from './staff.module.css';
import { type Invitation, useInvitations, useWithdraw } from './use-staff.ts';

/** The invitations that are open, each with a way to take it back. */
export function Invitations({ token }: { token: string }) {
  const t = useT();
  const invitations = useInvitations(token);
  const withdraw = useWithdraw(token);
  if (!invitations.data) return <EmptyState title={t('staff.unread')} onRetry={() => void invitations.refetch()} />;
  return (
    <>
      {withdraw.isError && <Banner tone="error">{t('staff.failed')}</Banner>}
      {invitations.data.length === 0 && <p>{t('staff.none')}</p>}
      <ul className={css.invitations} aria-label={t('staff.open')}>
        {invitations.data.map((invitation) => (
          <Line
            key={invitation.id}
            invitation={invitation}
            busy={withdraw.isPending}
            onWithdraw={() => withdraw.mutate(invitation.id)}
          />
        ))}
      </ul>
    </>
  );
}

interface LineProps {
  invitation: Invitation;
  busy: boolean;
  onWithdraw: () => void;
}

function Line({ invitation: { email, role, expiresAt, by }, busy, onWithdraw }: LineProps) {
  const t = useT();
  const id = useId();
  const zone = useTimeZone();
  return (
    <li>
      <div id={id} className={css.invitation}>
        <strong dir="ltr">{email}</strong>
        <span>{t(`roles.${role}`)}</span>
        <span className={css.soft}>{t('staff.until', { day: longDate(expiresAt, zone) })}</span>
        <span className={css.soft}>{t('staff.by', { name: by })}</span>
      </div>
      <Button look="quiet" aria-describedby={id} busy={busy} onClick={onWithdraw}>
        {t('staff.withdraw')}
      </Button>
    </li>
  );
}
