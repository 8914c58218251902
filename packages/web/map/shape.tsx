import { otherStatusColor, readStatus, type Status, statuses } from '@tma/contracts/reports/statuses';
import css from './shape.module.css';

/** A status by its shape, for those who cannot tell its colour. */
const shapes: Readonly<Record<Status, string>> = {
  Open: 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20Z',
  'In Progress': 'M12 1L23 12L12 23L1 12Z',
  Closed: 'M3 3H21V21H3Z',
  Dropped: 'M6 2L12 8L18 2L22 6L16 12L22 18L18 22L12 16L6 22L2 18L8 12L2 6Z',
};
/** One that this version does not know. */
const otherShape = 'M12 2L23 21H1Z';

/** The mark of a status, as on the map. It decorates: its word stands beside it, or is the name of the button around it. */
export function Shape({ status }: { status: string }) {
  const known = readStatus(status);
  const fill = statuses.find(({ name }) => name === known)?.color ?? otherStatusColor;
  return (
    <svg className={css.shape} viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <path d={known ? shapes[known] : otherShape} fill={fill} />
    </svg>
  );
}
