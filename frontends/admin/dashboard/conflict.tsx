import { longDate } from '@tma/web/dates';
import { Button } from '@tma/web/ui/button';
import { Fact, Facts } from '@tma/web/ui/facts';
import { useT } from '../texts.ts';
import { type Trouble, type Typed, typedOf } from './use-save.ts';

interface ConflictProps {
  trouble: Exclude<Trouble, string>;
  zone: string;
  onTake: () => void;
}

/** What another administrator made of the report meanwhile beside what was chosen here, with a way to take theirs. */
export function Conflict({ trouble: { theirs, yours }, zone, onTake }: ConflictProps) {
  const t = useT();
  const words = ({ status, schedule }: Typed) =>
    schedule
      ? t('conflict.scheduled', { status, date: longDate(schedule, zone) })
      : t('conflict.unscheduled', { status });
  return (
    <>
      <p>{t('conflict.changed')}</p>
      <Facts>
        <Fact name={t('conflict.theirs')}>{words(typedOf(theirs))}</Fact>
        <Fact name={t('conflict.yours')}>{words(yours)}</Fact>
      </Facts>
      <p>{t('conflict.hint')}</p>
      <Button look="quiet" onClick={onTake}>
        {t('conflict.take')}
      </Button>
    </>
  );
}
