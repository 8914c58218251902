import { useTimeZone } from '@tma/web/api/portal-config';
import { dayAndTime } from '@tma/web/language/dates';
import { term } from '@tma/web/language/terms';
import { LeftToRight, Written } from '@tma/web/ui/direction';
import { Printed } from '@tma/web/ui/printed';
import { useT } from '../../texts.ts';
import css from './print-sheet.module.css';
import { printLimit, type Sheet } from './use-print.ts';

interface PrintSheetProps {
  sheet: Sheet;
  /** The filter's name. */
  title: string;
  tehsil: string;
  /** Whom they are assigned to, in words; empty for anyone. */
  assignee: string;
  onDone: () => void;
}

/** A list on paper, to take along: one line a report, with a box to tick. */
export function PrintSheet({ sheet: { query, rows, isCut, at }, title, tehsil, assignee, onDone }: PrintSheetProps) {
  const t = useT();
  const chosen = [
    query.q && t('print.search', { words: query.q }),
    query.issue && term('issue', query.issue),
    assignee && t('desk.assignedTo', { name: assignee }),
    isCut ? t('print.first', { count: printLimit }) : t('dashboard.count', { count: rows.length }),
    dayAndTime(at, useTimeZone()),
  ];
  const hasContacts = rows.some((row) => row.has('contact'));
  return (
    <Printed onDone={onDone}>
      <div className={css.head}>
        <h1>
          <Written>{tehsil}</Written>: {title}
        </h1>
        <p>{chosen.filter(Boolean).join(' · ')}</p>
      </div>
      <table className={css.table}>
        <Head hasContacts={hasContacts} />
        <tbody>
          {rows.map((row) => (
            <Line key={row.get('reference')} row={row} hasContact={hasContacts} />
          ))}
        </tbody>
      </table>
    </Printed>
  );
}

const columns = ['reference', 'location', 'issue', 'description', 'contact', 'done'] as const;

function Head({ hasContacts }: { hasContacts: boolean }) {
  const t = useT();
  const shown = columns.filter((name) => name !== 'contact' || hasContacts);
  return (
    <thead>
      <tr>
        {shown.map((name) => (
          <th key={name} scope="col">
            {t(`print.${name}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const Line = ({ row, hasContact }: { row: Sheet['rows'][number]; hasContact: boolean }) => (
  <tr>
    <td className={css.fixed}>
      <LeftToRight>{row.get('reference')}</LeftToRight>
    </td>
    <td>
      <Written>{row.get('location')}</Written>
    </td>
    <td>{term('issue', row.get('issue') ?? '')}</td>
    <td>
      <Written>{shortened(row.get('description') ?? '')}</Written>
    </td>
    {hasContact && (
      <td className={css.fixed}>
        <LeftToRight>{row.get('contact')}</LeftToRight>
      </td>
    )}
    <td>
      <span className={css.box} />
    </td>
  </tr>
);

/** Characters of a description that are printed: a line or two of its column. */
const descriptionLength = 120;

function shortened(description: string): string {
  const line = description.replaceAll(/\s+/g, ' ').trim();
  return line.length <= descriptionLength ? line : `${line.slice(0, descriptionLength).trimEnd()}...`;
}
