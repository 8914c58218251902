import { SelectField } from '@tma/web/ui/field';
import { useT } from '../../texts.ts';
import type { AdminReport } from '../segments.ts';
import type { Admin } from '../use-tehsil.ts';
import css from './desk.module.css';
import { useAssignee } from './use-assignee.ts';

interface AssigneeSelectProps {
  token: string;
  report: AdminReport;
  /** Undefined as long as they are not known. */
  admins: readonly Admin[] | undefined;
  onChange: (report: AdminReport) => void;
  /** It could not be saved after the dialog was closed. */
  onLost: (report: AdminReport) => void;
}

/** Whom a report is assigned to, saved as soon as it is chosen; below it what came of that. */
export function AssigneeSelect({ token, report, admins = [], onChange, onLost }: AssigneeSelectProps) {
  const t = useT();
  const { wanted, outcome, choose, ...keys } = useAssignee({ token, report, onChange, onLost });
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
        {outcome}
      </p>
    </div>
  );
}
