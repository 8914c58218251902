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
  const { text, error, isSaved, isPending, type, submit } = useTypedDays(session, { issue, days });
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
              value={text}
              onChange={({ target }) => type(target.value)}
            />
            <Button type="submit" look="quiet" busy={isPending}>
              {t('settings.save')}
            </Button>
            <span role="status">{isSaved && t('settings.saved')}</span>
          </fieldset>
        </form>
      </td>
    </tr>
  );
}

function useTypedDays(session: AdminSession, { issue, days }: DeadlineRowProps['deadline']) {
  const t = useT();
  const [typed, setTyped] = useState<{ text: string; before: number } | null>(null);
  const [isWrong, setIsWrong] = useState(false);
  const save = useSaveDeadline(session, issue);
  const isTheirs = save.data?.saved === false;
  const text = typed?.text ?? String(days);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const wanted = readDays(text);
    setIsWrong(wanted === null);
    if (wanted === null) return save.reset();
    save.mutate(
      { days: wanted, before: typed?.before ?? days },
      {
        onSuccess: (kept) =>
          // What was typed meanwhile is a change of its own.
          setTyped((now) => (!now || (kept.saved && now.text === text) ? null : { ...now, before: kept.days })),
      },
    );
  };
  const type = (given: string) => {
    setTyped({ text: given, before: typed?.before ?? days });
    setIsWrong(false);
    if (!save.isPending) save.reset();
  };
  const error =
    (isWrong && t('settings.wrongDays', { max: limits.dueDays })) ||
    (save.isError && t('settings.failed')) ||
    (isTheirs && t('settings.theirs', { days: save.data?.days ?? days })) ||
    undefined;
  const isSaved = typed === null && save.data?.saved;
  return { text, error, isSaved, isPending: save.isPending, type, submit };
}
