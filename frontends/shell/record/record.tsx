import { useTimeZone } from '@tma/web/api/portal-config';
import { longDate } from '@tma/web/language/dates';
import { useT as useWebT } from '@tma/web/language/own-texts';
import { useTerm } from '@tma/web/language/terms';
import { OnMap } from '@tma/web/reports/on-map';
import { PublicHistory } from '@tma/web/reports/public-history';
import { Pictures, StatusAndWords } from '@tma/web/reports/report-details';
import { deviceStorage } from '@tma/web/session/guarded-storage';
import { residentKey } from '@tma/web/session/stored-tokens';
import { Banner } from '@tma/web/ui/banner';
import { Fact, Facts } from '@tma/web/ui/facts';
import { lazily } from '@tma/web/ui/lazily';
import { Spinner } from '@tma/web/ui/spinner';
import { TryAgain } from '@tma/web/ui/try-again';
import { useEffect, useState } from 'react';
import { NotFound } from '../pages/not-found.tsx';
import { Reading } from '../pages/reading.tsx';
import { titleOfPage, useT as useShellT } from '../texts.ts';
import css from './record.module.css';
import { PaperCode, Share } from './share.tsx';
import { useT } from './texts.ts';
import { type PublicRecord, useRecord } from './use-record.ts';

/** What everybody may see of the report with a reference, or that there is none. */
export function Record({ reference }: { reference: string }) {
  const t = useT();
  const { view, retry } = useRecord(reference);
  if (view === null) return <Spinner />;
  if (view.kind === 'record') return <Known record={view.record} />;
  if (view.kind === 'unknown') return <Unknown />;
  return (
    <div className={css.failed}>
      <Banner tone="error">{t(view.kind)}</Banner>
      <TryAgain look="primary" onClick={retry} />
    </div>
  );
}

/** The page is there, and what its address names is not. */
function Unknown() {
  const t = useShellT();
  useTitle(t('notFound.title'));
  return <NotFound />;
}

/** Calls the tab by what was read. */
function useTitle(title: string) {
  useEffect(() => {
    document.title = titleOfPage(title);
  }, [title]);
}

const Support = lazily(() => import('./support.tsx'));

/** Whether somebody may be signed in, by what is stored: the session itself is read, and renewed, only where it is needed. */
const maySupport = ({ phase }: PublicRecord) => phase === 'open' && deviceStorage.get(residentKey()) !== null;

function Known({ record: read }: { record: PublicRecord }) {
  const [supports, setSupports] = useState(read.supports);
  const record = { ...read, supports };
  const t = useT();
  const term = useTerm();
  const title = t('title', { issue: term('issue', record.issue), tehsil: record.tehsil });
  useTitle(title);
  return (
    <Reading className={css.page} title={title} lead={record.reference}>
      <div className={css.record}>
        <RecordFacts record={record} />
        <RecordWords record={record} />
        <PublicHistory history={record.history} />
        <div className={css.actions}>
          {maySupport(record) && <Support record={record} onSupport={setSupports} />}
          <Share title={title} />
        </div>
        <PaperCode />
      </div>
    </Reading>
  );
}

/** Status, what its reporter said of its closing, and its days. */
function RecordFacts({ record }: { record: PublicRecord }) {
  const t = useT();
  const web = useWebT();
  const zone = useTimeZone();
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
function RecordWords({ record }: { record: PublicRecord }) {
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
