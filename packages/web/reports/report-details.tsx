import type { ReadToken } from '@tma/web/api/call';
import { longDate } from '@tma/web/language/dates';
import { useT } from '@tma/web/language/own-texts';
import { term } from '@tma/web/language/terms';
import { Dialog } from '@tma/web/ui/dialog';
import { LeftToRight } from '@tma/web/ui/direction';
import { Fact } from '@tma/web/ui/facts';
import type { ReactNode } from 'react';
import shared from '../shared.module.css';
import { Badge } from './badge.tsx';
import { BeforeAndAfter } from './before-and-after.tsx';
import { BesideBadge } from './beside-badge.tsx';
import type { ListedClosure } from './closure-states.ts';
import { HiddenPictures } from './hidden-pictures.tsx';
import { OnMap, type Placed } from './on-map.tsx';
import { type MayBeHidden, Picture } from './picture.tsx';
import { PlaceAndDate } from './report-card.tsx';
import css from './report-details.module.css';

interface ReportDetailsProps {
  report: {
    id: string;
    reference: string;
    issue: string;
    status: string;
    image: string | null;
    tehsil: string;
    created_at: string;
    schedule: string | null;
    description: string;
    supports?: number;
  } & Placed &
    ListedClosure &
    MayBeHidden;
  /** Whether to show when it is scheduled. */
  schedule: boolean;
  onClose: () => void;
  /** What comes first in the place of the pictures. */
  top?: ReactNode;
  /** What follows the badge. */
  lines?: ReactNode;
  facts?: ReactNode;
  /** What shows where it is; without it, a map that is just looked at. */
  place?: ReactNode;
  /** What follows the description. */
  children?: ReactNode;
  actions?: ReactNode;
  /** Of an administrator who looks at it. */
  token?: string;
  /** The token of its reporter or an administrator, who see its pictures also while it is hidden. */
  readToken?: ReadToken;
  /** Its first control is one that changes the report: the focus does not begin there. */
  toRead?: boolean;
}

/** Everything about a report, in a dialog named by its issue. */
export function ReportDetails(props: ReportDetailsProps) {
  const { report, schedule, onClose, top, lines, facts, place, children, actions, token, readToken, toRead } = props;
  const t = useT();
  return (
    <Dialog title={term('issue', report.issue)} onClose={onClose} actions={actions} toRead={toRead}>
      {top ?? <Pictures report={report} token={token} readToken={readToken} />}
      <StatusAndWords report={report} />
      {lines}
      <PlaceAndDate report={report}>
        {schedule && report.schedule && <Fact name={t('report.scheduled')}>{longDate(report.schedule)}</Fact>}
        <Fact name={t('report.reference')}>
          <LeftToRight>{report.reference}</LeftToRight>
        </Fact>
        {facts}
      </PlaceAndDate>
      {place ?? <OnMap report={report} />}
      <section className={css.words}>
        <h3>{t('report.description')}</h3>
        <p className={css.description} dir="auto">
          {report.description}
        </p>
      </section>
      {children}
    </Dialog>
  );
}

interface PicturesProps {
  report: { id?: string; issue: string; image: string | null; proof: string | null } & MayBeHidden;
  token?: string;
  readToken?: ReadToken;
}

/** The report's picture; where there is one of the finished work, both. Those of a hidden one only for those who may read them. */
export function Pictures({ report, token, readToken }: PicturesProps) {
  const { id } = report;
  if (report.hidden && id && readToken) return <HiddenPictures report={{ ...report, id }} readToken={readToken} />;
  return report.proof && !report.hidden ? (
    <BeforeAndAfter report={report} token={token} />
  ) : (
    <Picture report={report} />
  );
}

/** The report's badge, and beside it what is said of it. */
export const StatusAndWords = ({ report }: { report: { status: string; supports?: number } & ListedClosure }) => (
  <div className={shared.row}>
    <Badge status={report.status} />
    <BesideBadge report={report} />
  </div>
);
