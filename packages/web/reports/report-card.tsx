import { useTimeZone } from '@tma/web/api/portal-config';
import { useFocusFallback } from '@tma/web/hooks/focus';
import { useListener } from '@tma/web/hooks/use-listener';
import { longDate } from '@tma/web/language/dates';
import { useT } from '@tma/web/language/own-texts';
import { preview } from '@tma/web/language/preview';
import { useTerm } from '@tma/web/language/terms';
import { Fact, Facts } from '@tma/web/ui/facts';
import { type ReactNode, useRef } from 'react';
import box from '../card-box.module.css';
import { classes } from '../ui/class-names.ts';
import { Badge } from './badge.tsx';
import { BesideBadge } from './beside-badge.tsx';
import type { ListedClosure } from './closure-states.ts';
import { type MayBeHidden, Picture } from './picture.tsx';
import css from './report-card.module.css';

interface ReportCardProps {
  report: {
    issue: string;
    status: string;
    image: string | null;
    description: string;
    supports?: number;
  } & ListedClosure &
    MayBeHidden;
  onOpen: () => void;
  /** Lays the card out in another way than residents see it. */
  className?: string | undefined;
  /** More lines of the card: what is to be done first, then usually `<PlaceAndDate>`. */
  children: ReactNode;
}

/**
 * A report in a list. Pressing it anywhere opens it; for the keyboard there is the button named by the issue, which gets
 * the focus in either case, so that the focus comes back here when the details close.
 */
export function ReportCard({ report, onOpen, className, children }: ReportCardProps) {
  const term = useTerm();
  const card = useRef<HTMLElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  useListener(
    () => card.current,
    'click',
    ({ target }: MouseEvent) => {
      // Another control of the card has been pressed.
      const control = target instanceof Element ? target.closest('a, button') : null;
      if (control && control !== handle.current) return;
      handle.current?.focus();
      onOpen();
    },
  );
  // A report that was changed may leave a filtered list.
  useFocusFallback(handle);
  return (
    <li>
      <article ref={card} className={classes(box.box, css.card, className)}>
        <Picture report={report} small />
        <div className={classes(box.head, css.head)}>
          <h2>
            <button ref={handle} type="button" className={css.handle}>
              {term('issue', report.issue)}
            </button>
          </h2>
          <Badge status={report.status} />
          <BesideBadge report={report} />
        </div>
        {children}
        <p className={box.description} dir="auto">
          {preview(report.description)}
        </p>
      </article>
    </li>
  );
}

/** The line of a scheduled report on its card. */
export function Scheduled({ day }: { day: string }) {
  const t = useT();
  return <p className={classes(box.pill, css.scheduled)}>{t('report.scheduledOn', { date: longDate(day) })}</p>;
}

interface PlaceAndDateProps {
  report: { location: string; tehsil: string; created_at: string };
  children?: ReactNode;
}

/** Where and when, and more facts of the caller, in a card or in a report's details. */
export function PlaceAndDate({ report, children }: PlaceAndDateProps) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <Facts>
      <Fact name={t('report.location')} written={report.location} />
      <Fact name={t('report.tehsil')} written={report.tehsil} />
      <Fact name={t('report.reportedOn')}>{longDate(report.created_at, zone)}</Fact>
      {children}
    </Facts>
  );
}
