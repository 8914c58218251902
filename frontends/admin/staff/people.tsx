import { roles } from '@tma/contracts/roles';
import { useTimeZone } from '@tma/web/api/portal-config';
import { codeOf } from '@tma/web/errors/error-texts';
import { dayAndTime } from '@tma/web/language/dates';
import web from '@tma/web/shared.module.css';
import { Button } from '@tma/web/ui/button';
import { EmptyState } from '@tma/web/ui/empty-state';
import { SelectField } from '@tma/web/ui/field';
import { Question } from '@tma/web/ui/question';
import { TemporaryButton } from '@tma/web/ui/temporary-button';
import { useState } from 'react';
import { usePause } from '../dashboard/desk/use-pause.ts';
import shared from '../page.module.css';
import { useT } from '../texts.ts';
import css from './staff.module.css';
import { type Member, useChangeMember, usePeople, useRemoveFactor } from './use-staff.ts';

/** The people of the office; on a narrow page, each a block. */
export function People({ token }: { token: string }) {
  const t = useT();
  const people = usePeople(token);
  if (!people.data) return <EmptyState title={t('staff.unread')} onRetry={() => void people.refetch()} />;
  return (
    <table className={`${shared.table} ${web.unseenLabels} ${css.people}`}>
      <thead>
        <tr>
          <th scope="col">{t('common.name')}</th>
          <th scope="col">{t('common.email')}</th>
          <th scope="col">{t('staff.role')}</th>
          <th scope="col">{t('staff.seen')}</th>
          <th scope="col">{t('factor.title')}</th>
          <th scope="col">{t('account.title')}</th>
        </tr>
      </thead>
      <tbody>
        {people.data.map((member) => (
          <MemberRow key={member.id} token={token} member={member} />
        ))}
      </tbody>
    </table>
  );
}

/** What is asked before something grave is done to an account. */
const questions = {
  Disable: { hint: 'staff.disableHint', yes: 'staff.disable' },
  Enable: { hint: 'staff.enableHint', yes: 'staff.enable' },
  Factor: { hint: 'staff.factorHint', yes: 'staff.removeFactor' },
} as const;

type Asking = keyof typeof questions;

/** One of the people: the role is saved as soon as it is chosen; the buttons ask first. */
function MemberRow({ token, member }: { token: string; member: Member }) {
  const t = useT();
  const zone = useTimeZone();
  const [asking, setAsking] = useState<Asking | null>(null);
  const { change, removal, busy, save, removeFactor } = useActs(token, member.id);
  const { name, email, lastSeen, secondFactor, you } = member;
  return (
    <tr>
      <th scope="row">
        <span dir="auto">{name}</span> {you && t('staff.you')}
      </th>
      <td className={css.address} data-label={t('common.email')}>
        <span dir="ltr">{email}</span>
      </td>
      <td className={css.role}>
        <Role member={member} change={change} removal={removal} busy={busy} onChoose={(role) => save({ role })} />
      </td>
      <td data-label={t('staff.seen')}>{lastSeen ? dayAndTime(lastSeen, zone) : t('staff.never')}</td>
      <td data-label={t('factor.title')}>{secondFactor ? t('staff.yes') : t('staff.no')}</td>
      <td>
        <Actions member={member} busy={busy} onAsk={setAsking} />
        {asking && (
          <Question
            title={t(`staff.ask${asking}`, { name })}
            hint={t(questions[asking].hint)}
            yes={t(questions[asking].yes)}
            onClose={() => setAsking(null)}
            onYes={() => {
              setAsking(null);
              if (asking === 'Factor') removeFactor();
              else save({ disabled: asking === 'Disable' });
            }}
          />
        )}
      </td>
    </tr>
  );
}

/** The actions for one person. The result of one action is not shown beside the next. */
function useActs(token: string, id: string) {
  const change = useChangeMember(token, id);
  const removal = useRemoveFactor(token, id);
  const save = (changes: Parameters<typeof change.mutate>[0]) => {
    removal.reset();
    change.mutate(changes);
  };
  const removeFactor = () => {
    change.reset();
    removal.mutate(undefined);
  };
  return { change, removal, busy: change.isPending || removal.isPending, save, removeFactor };
}

interface RoleProps extends Pick<ReturnType<typeof useActs>, 'change' | 'removal' | 'busy'> {
  member: Member;
  onChoose: (role: Member['role']) => void;
}

/** The role, and what came of the last change of this person. */
function Role({ member: { role }, change, removal, busy, onChoose }: RoleProps) {
  const t = useT();
  /** Chosen by the keyboard, and perhaps only on the way to another. */
  const [wanted, setWanted] = useState<Member['role'] | null>(null);
  const { put, ...handlers } = usePause((chosen: Member['role']) => {
    setWanted(null);
    if (chosen !== role) onChoose(chosen);
  });
  const choose = (chosen: Member['role']) => {
    // Disabled instead, it would lose the focus.
    if (busy) return;
    setWanted(chosen);
    put(chosen);
  };
  const error = change.error ?? removal.error;
  const failure = error && (codeOf(error) === 'last_head' ? t('staff.lastHead') : t('staff.failed'));
  return (
    <>
      <SelectField
        label={t('staff.role')}
        options={roles}
        textOf={(one) => t(`roles.${one as Member['role']}`)}
        value={wanted ?? ((change.isPending && change.variables.role) || role)}
        aria-disabled={busy || undefined}
        onChange={({ target }) => choose(target.value as Member['role'])}
        {...handlers}
      />
      <p role="status" className={failure ? shared.failure : shared.saved}>
        {failure || ((change.isSuccess || removal.isSuccess) && t('common.saved'))}
      </p>
    </>
  );
}

interface ActionsProps {
  member: Member;
  busy: boolean;
  onAsk: (about: Asking) => void;
}

function Actions({ member: { state, secondFactor }, busy, onAsk }: ActionsProps) {
  const t = useT();
  const isDisabled = state === 'disabled';
  return (
    <div className={css.actions}>
      {isDisabled && <strong>{t('staff.disabled')}</strong>}
      <Button look="quiet" busy={busy} onClick={() => onAsk(isDisabled ? 'Enable' : 'Disable')}>
        {isDisabled ? t('staff.enable') : t('staff.disable')}
      </Button>
      {secondFactor && (
        <TemporaryButton look="quiet" busy={busy} onClick={() => onAsk('Factor')}>
          {t('staff.removeFactor')}
        </TemporaryButton>
      )}
    </div>
  );
}
