import { otherStatusColor, readStatus, statuses } from '@tma/contracts/reports/statuses';
import { useTerm } from '@tma/web/language/terms';
import css from './badge.module.css';

const dark = '#111827';
const light = '#ffffff';

/** A report's status on its colour; any other value on grey. The element's text is the status and nothing else. */
export function Badge({ status }: { status: string }) {
  const term = useTerm();
  const known = statuses.find(({ name }) => name === readStatus(status));
  const style = { backgroundColor: known?.color ?? otherStatusColor, color: known ? dark : light };
  return (
    <span className={css.badge} style={style}>
      {term('status', known?.name ?? status)}
    </span>
  );
}
