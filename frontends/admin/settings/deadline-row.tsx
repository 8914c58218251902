import { limits } from '@tma/contracts/limits';
import { term } from '@tma/web/language/terms';
import type { AdminSession } from '@tma/web/session/admin-session';
import { Button } from '@tma/web/ui/button';
import { TextField } from '@tma/web/ui/field';
import { type SubmitEvent, useId, useState } from 'react';
import { useT } from '../texts.ts';
import { readDays } from './days.ts';
import css from './settings.module.css';
import { useSaveDeadline } from './use-deadlines.ts';

interface DeadlineRowProps {
  session: AdminSession;
  deadline: { issue: string; days: number };
}

/** A type with its deadline. What is typed stays until it is saved, also when another administrator changes it meanwhile. */
export function DeadlineRow({ session, deadline: { issue, days } }: DeadlineRowProps) {
  const t = useT();
  const nameId = useId();
  const [typed, setTyped] = useState<{ text: string; before: number } | null>(null);
  const [isWrong, setIsWrong] = useState(false);
  const save = useSaveDeadline(session, issue);
  const isTheirs = save.data?.saved === false;

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const wanted = readDays(typed?.text ?? String(days));
    setIsWrong(wanted === null);
    if (wanted === null) return save.reset();
    save.mutate(
      { days: wanted, before: typed?.before ?? days },
      { onSuccess: (kept) => setTyped(kept.saved || !typed ? null : { ...typed, before: kept.days }) },
    );
  };
  const error =
    (isWrong && t('settings.wrongDays', { max: limits.dueDays })) ||
    (save.isError && t('settings.failed')) ||
    (isTheirs && t('settings.theirs', { days: save.data?.days ?? days })) ||
    undefined;
  return (
    <tr>
      <th scope="row" id={nameId}>
        {term('issue', issue)}
      </th>
      <td>
        <form noValidate onSubmit={submit}>
          <fieldset aria-labelledby={nameId} className={css.row}>
            <TextField
              label={t('settings.workingDays')}
              error={error}
              announce
              required
              inputMode="numeric"
              autoComplete="off"
              value={typed?.text ?? String(days)}
              onChange={({ target }) => {
                setTyped({ text: target.value, before: typed?.before ?? days });
                setIsWrong(false);
                if (!save.isPending) save.reset();
              }}
            />
            <Button type="submit" look="quiet" busy={save.isPending}>
              {t('settings.save')}
            </Button>
            <span role="status">{save.data?.saved && t('settings.saved')}</span>
          </fieldset>
        </form>
      </td>
    </tr>
  );
}
