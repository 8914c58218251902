import { roles } from '@tma/contracts/roles';
import { useTimeZone } from '@tma/web/api/portal-config';
import { codeOf } from '@tma/web/errors/error-texts';
import { dayAndTime } from '@tma/web/language/dates';
import { Button } from '@tma/web/ui/button';
import { SelectField } from '@tma/web/ui/field';
import { useState } from 'react';
import { useT } from '../texts.ts';
import { Question } from './question.tsx';
import css from './staff.module.css';
import { type Member, useChangeMember, useRemoveFactor } from './use-staff.ts';

/** One of the people: the role is saved as soon as it is chosen, what is graver asks first. */
export function MemberRow({ token, member }: { token: string; member: Member }) {
  const t = useT();
  const zone = useTimeZone();
  const [asking, setAsking] = useState<'Disable' | 'Enable' | 'Factor' | null>(null);
  const change = useChangeMember(token, member.id);
  const removal = useRemoveFactor(token, member.id);
  const { name, email, role, state, lastSeen, secondFactor, you } = member;
  const error = change.error ?? removal.error;
  const busy = change.isPending || removal.isPending;
  const isDisabled = state === 'disabled';
  const failure = error && (codeOf(error) === 'last_head' ? t('staff.lastHead') : t('staff.failed'));
  return (
    <tr>
      <th scope="row">
        <span dir="auto">{name}</span> {you && t('staff.you')}
      </th>
      <td className={css.address} data-label={t('staff.email')}>
        <span dir="ltr">{email}</span>
      </td>
      <td className={css.role}>
        <SelectField
          label={t('staff.role')}
          options={roles}
          textOf={(one) => t(`roles.${one as Member['role']}`)}
          value={(change.isPending && change.variables.role) || role}
          disabled={busy}
          onChange={({ target }) => change.mutate({ role: target.value as Member['role'] })}
        />
        <p role="status" className={failure ? css.failure : css.saved}>
          {failure || ((change.isSuccess || removal.isSuccess) && t('staff.saved'))}
        </p>
      </td>
      <td data-label={t('staff.seen')}>{lastSeen ? dayAndTime(lastSeen, zone) : t('staff.never')}</td>
      <td data-label={t('staff.factor')}>{secondFactor ? t('staff.yes') : t('staff.no')}</td>
      <td>
        <div className={css.actions}>
          {isDisabled && <strong>{t('staff.disabled')}</strong>}
          <Button look="quiet" busy={busy} onClick={() => setAsking(isDisabled ? 'Enable' : 'Disable')}>
            {isDisabled ? t('staff.enable') : t('staff.disable')}
          </Button>
          {secondFactor && (
            <Button look="quiet" busy={busy} onClick={() => setAsking('Factor')}>
              {t('staff.removeFactor')}
            </Button>
          )}
        </div>
        {asking && (
          <Question
            about={asking}
            name={name}
            onClose={() => setAsking(null)}
            onYes={() => {
              setAsking(null);
              if (asking === 'Factor') removal.mutate(undefined);
              else change.mutate({ disabled: asking === 'Disable' });
            }}
          />
        )}
      </td>
    </tr>
  );
}
