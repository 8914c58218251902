import { longDate } from '@tma/web/language/dates';
import { term } from '@tma/web/language/terms';
import { BesideBadge } from '@tma/web/reports/beside-badge';
import { Button } from '@tma/web/ui/button';
import { Fact, Facts } from '@tma/web/ui/facts';
import { useT } from '../texts.ts';
import { type EditValues, editValuesOf } from './save-report.ts';
import type { SaveProblem } from './use-save-report.ts';

interface ConflictProps {
  conflict: Extract<SaveProblem, { theirs: unknown }>;
  onTakeTheirs: () => void;
}

/** The report as another administrator saved it, or its reporter answered it, beside the values chosen here, with a button to take theirs. */
export function Conflict({ conflict: { theirs, yours }, onTakeTheirs }: ConflictProps) {
  const t = useT();
  const textOf = ({ status: name, schedule }: EditValues) => {
    const status = term('status', name);
    return schedule
      ? t('conflict.scheduled', { status, date: longDate(schedule) })
      : t('conflict.unscheduled', { status });
  };
  return (
    <>
      <p>{t('conflict.changed')}</p>
      <Facts>
        <Fact name={t('conflict.theirs')}>
          {textOf(editValuesOf(theirs))}
          <BesideBadge report={theirs} />
        </Fact>
        <Fact name={t('conflict.yours')}>{textOf(yours)}</Fact>
      </Facts>
      <p>{t('conflict.hint')}</p>
      <Button look="quiet" onClick={onTakeTheirs}>
        {t('conflict.take')}
      </Button>
    </>
  );
}
