import { longDate } from '@tma/web/language/dates';
import { useT as useWebT } from '@tma/web/language/own-texts';
import { OnMap } from '@tma/web/reports/on-map';
import { Pictures, StatusAndWords } from '@tma/web/reports/report-details';
import { Fact, Facts } from '@tma/web/ui/facts';
import css from './record.module.css';
import { useT } from './texts.ts';
import type { PublicRecord } from './use-record.ts';

interface PartProps {
  record: PublicRecord;
  zone: string;
}

/** Status, what its reporter said of its closing, and its days. */
export function RecordFacts({ record, zone }: PartProps) {
  const t = useT();
  const web = useWebT();
  return (
    <>
      <StatusAndWords report={record} />
      <Facts>
        <Fact name={web('report.reportedOn')}>{longDate(record.created_at, zone)}</Fact>
        {record.phase === 'open' && <Fact name={t('due')}>{longDate(record.due)}</Fact>}
        {record.schedule && <Fact name={web('report.scheduled')}>{longDate(record.schedule)}</Fact>}
        {record.location !== null && <Fact name={web('report.location')} written={record.location} />}
      </Facts>
      <OnMap report={{ ...record, location: record.location ?? '' }} />
    </>
  );
}

/** What its reporter shows of it, or that they do not. */
export function RecordWords({ record }: Pick<PartProps, 'record'>) {
  const t = useT();
  const web = useWebT();
  if (!record.shared) return <p className={css.note}>{t('private')}</p>;
  return (
    <>
      <div className={css.pictures}>
        <Pictures report={record} />
      </div>
      <section>
        <h2>{web('report.description')}</h2>
        <p className={css.words} dir="auto">
          {record.description}
        </p>
      </section>
    </>
  );
}
