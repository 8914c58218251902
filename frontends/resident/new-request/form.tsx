import type { Session } from '@supabase/auth-js';
import { pagePath } from '@tma/contracts/pages';
import { useFocusFallback, useFocusReturn } from '@tma/web/hooks/focus';
import { Link } from '@tma/web/router';
import { Banner } from '@tma/web/ui/banner';
import { ButtonLink } from '@tma/web/ui/button';
import { Actions, Form, Submit } from '@tma/web/ui/form';
import { Sending } from '@tma/web/ui/sending';
import { StartOver } from '@tma/web/ui/start-over';
import { canBeSent } from '@tma/web/waiting-reports/states';
import { type ComponentProps, useRef } from 'react';
import { useT } from '../texts.ts';
import { useWaitingReports } from '../waiting-reports/use-waiting-reports.ts';
import { Fields } from './fields.tsx';
import css from './form.module.css';
import type { Outcome } from './outcome.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { isEmpty, type StoredDraft } from './stored-draft.ts';
import { useNewRequest } from './use-new-request.ts';
import { WaitingNotice } from './waiting-notice.tsx';

interface NewRequestFormProps {
  user: Session['user'];
  /** The draft that it begins with. */
  stored: StoredDraft;
  /** Deletes what was written, unless it has another key by now. */
  onStartOver: (key: string) => void;
}

export function NewRequestForm({ user, stored, onStartOver }: NewRequestFormProps) {
  const t = useT();
  const { submit, isSubmitting, outcome, share, stop, current, waiting, showsNotice, ...fields } = useNewRequest(
    user,
    stored,
  );
  const isSending = share !== null || waiting?.isSending === true;
  const busy = isSubmitting || isSending;
  const button = useFocusReturn(busy);
  if (waiting && showsNotice) {
    const { key: _key, ...state } = waiting;
    return <WaitingNotice {...state} onAnother={() => onStartOver(current().key)} />;
  }
  return (
    <Form onSubmit={submit}>
      {!waiting && !isSending && <WaitingLine userId={user.id} />}
      {!waiting && !isEmpty(stored.draft) && (
        <Restored
          disabled={busy}
          isEmpty={() => isEmpty(current().draft)}
          onStartOver={() => onStartOver(current().key)}
        />
      )}
      <fieldset className={css.fields} disabled={isSending}>
        <Fields {...fields} />
      </fieldset>
      {outcome && <OutcomeBanner outcome={outcome} />}
      {waiting?.needsSignIn && <Banner tone="quiet">{t('waiting.signIn')}</Banner>}
      {share !== null && <Sending share={share} onStop={stop} />}
      <Actions>
        <Submit ref={button} busy={busy} label={t('newRequest.submit')} meanwhile={t('newRequest.busy')} />
        {(outcome?.goTo === 'signIn' || waiting?.needsSignIn) && <SignInAgain />}
        {outcome?.goTo === 'profile' && (
          <ButtonLink look="quiet" to={pagePath('profile')}>
            {t('newRequest.profile')}
          </ButtonLink>
        )}
      </Actions>
    </Form>
  );
}

/** Says that a report of this person waits to be sent, and where it is; nothing when none does. */
function WaitingLine({ userId }: { userId: string }) {
  const t = useT();
  const { reports } = useWaitingReports(userId);
  if (!reports.some(({ state }) => canBeSent(state))) return null;
  return (
    <p>
      {t('waiting.logOutTitle')}{' '}
      <Link to={pagePath('userDashboard', { tab: 'mycomplaints' })}>{t('reports.mycomplaints.title')}</Link>
    </p>
  );
}

function Restored(props: ComponentProps<typeof StartOver>) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  return (
    <div ref={box} className={css.restored}>
      <p>{t('newRequest.restored')}</p>
      <StartOver {...props} />
    </div>
  );
}

const OutcomeBanner = ({ outcome: { tone, text, hints = [] } }: { outcome: Outcome }) => (
  <Banner tone={tone}>
    <p>{text()}</p>
    {hints
      .map((hint) => hint())
      .map((hint) => (
        <p key={hint}>{hint}</p>
      ))}
  </Banner>
);
