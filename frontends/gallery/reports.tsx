import type { Report } from '@tma/web/api/tables';
import { PlaceAndDate, ReportCard, Scheduled } from '@tma/web/reports/report-card';
import { CardGrid, CardGridSkeleton } from '@tma/web/ui/card-grid';
import { CountedHead } from '@tma/web/ui/counted-head';
import css from './gallery.module.css';

const report = (issue: string, status: string, closure: Report['closure'] = null) => ({
  issue,
  status,
  closure,
  proof: null,
  image: null,
  location: 'Bank Road, by the canal',
  tehsil: 'Mardan',
  created_at: '2026-03-05T09:30:00.000Z',
  description: 'The light is out since Monday, and it is dark here from six in the evening until the morning.',
});

/** Lists: heading with counts, cards, and the shape of cards that are being loaded. */
export const Reports = () => (
  <section className={css.section}>
    <CountedHead title="My Reports" counts={['3 Reports', '1 Completed']} />
    <CardGrid label="Reports">
      {[
        report('Street Lights Repair', 'Open'),
        report('Water Supply Problem', 'In Progress'),
        report('Side Walk Repair', 'Closed', 'confirmed'),
        report('Traffic signals Issue', 'Open', 'disputed'),
        report('Limit Certificate', 'Closed', 'unanswered'),
      ].map((one) => (
        <ReportCard key={one.issue} report={one} onOpen={() => {}}>
          <PlaceAndDate report={one} zone="Asia/Karachi" />
          <Scheduled date="March 9, 2026" />
        </ReportCard>
      ))}
    </CardGrid>
    <CardGridSkeleton />
  </section>
);
