import { useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '@tma/web/api/api-error';
import { codeOf } from '@tma/web/errors/error-texts';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { useWords } from '@tma/web/language/words';
import { SelectField } from '@tma/web/ui/field';
import { TryAgain } from '@tma/web/ui/try-again';
import { useRef, useState } from 'react';
import { t as translate, useT } from '../../texts.ts';
import { refusalText } from '../refusal.ts';
import { assignReport } from '../save-report.ts';
import { useLatest } from '../use-latest.ts';
import type { ChangeProps } from '../use-report-change.ts';
import { cancelReads, refetchLists, replaceReport } from '../use-report-list.ts';
import { useAdmins } from '../use-tehsil.ts';
import css from './desk.module.css';
import { usePause } from './use-pause.ts';

/** Whom a report is assigned to, saved as soon as it is chosen; below it what came of that. */
export function AssigneeSelect(change: ChangeProps) {
  const t = useT();
  const { token, report } = change;
  const { data: admins = [], isLoadingError, refetch } = useAdmins(token);
  const { wanted, outcome, choose, ...keys } = useAssignee(change);
  // Somebody who is none of the tehsil's any more may still have a closed report.
  const names = new Map(admins.map(({ id, name }) => [id, name]));
  if (report.assignee && !names.has(report.assignee.id)) names.set(report.assignee.id, report.assignee.name);
  return (
    <div className={css.assignee}>
      <SelectField
        label={t('desk.assignee')}
        options={[...names.keys()]}
        textOf={(id) => names.get(id) ?? ''}
        placeholder={t('desk.nobody')}
        value={wanted ?? report.assignee?.id ?? ''}
        onChange={(event) => choose(event.target.value)}
        {...keys}
      />
      <p role="status" className={css.outcome}>
        {outcome ?? (isLoadingError && t('desk.unread'))}
      </p>
      {isLoadingError && (
        <div>
          <TryAgain onClick={() => void refetch()} />
        </div>
      )}
    </div>
  );
}

/** Saves whom a report is assigned to as soon as it is chosen. `wanted` is what is chosen and not saved yet: an id, or empty for nobody. */
function useAssignee({ token, report, onChange, onLost }: ChangeProps) {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<string | null>(null);
  const [outcome, setOutcome] = useWords();
  const isMounted = useIsMounted();
  const known = useLatest(report);
  const next = useRef<string | null>(null);
  const saving = useRef(Promise.resolve());

  const save = async () => {
    const assignee = next.current;
    // A later choice was saved in its place.
    if (assignee === null) return;
    next.current = null;
    setOutcome(() => translate('common.saving'));
    await cancelReads(client);
    const { current, error } = await assignReport(token, known.current, assignee || null);
    known.current = current;
    if (codeOf(error) === 'unknown_administrator') void client.invalidateQueries({ queryKey: ['admins'] });
    replaceReport(client, current);
    onChange(current);
    if (error && !isMounted.current) onLost(current);
    refetchLists(client, report.id);
    if (next.current !== null) return;
    setOutcome(() => outcomeText(error));
    // Another may be chosen by the keyboard meanwhile, and wait to be saved.
    setWanted((now) => (now === assignee ? null : now));
  };
  const { put, ...handlers } = usePause((assignee: string) => {
    next.current = assignee;
    saving.current = saving.current.then(save, save);
  });
  const choose = (assignee: string) => {
    setWanted(assignee);
    setOutcome(undefined);
    put(assignee);
  };
  return { wanted, outcome, choose, ...handlers };
}

function outcomeText(error: ApiError | undefined): string {
  if (!error) return translate('common.saved');
  if (error.status === 412) return translate('desk.changed');
  return codeOf(error) === 'unknown_administrator'
    ? translate('desk.unknownAdministrator')
    : (refusalText(error) ?? translate('desk.failed'));
}
