import shared from '../shared.module.css';
import { classes } from './class-names.ts';
import css from './counted-head.module.css';

interface CountedHeadProps {
  title: string;
  /** Empty as long as they are not known; left out where there are none. */
  counts?: readonly string[];
}

/** A list's heading with counts of the whole list beside it. */
export const CountedHead = ({ title, counts }: CountedHeadProps) => (
  <div className={classes(shared.row, css.head)}>
    <h1>{title}</h1>
    {counts && (
      <div className={css.counts}>
        {counts.map((count) => (
          <span key={count} className={css.count}>
            {count}
          </span>
        ))}
      </div>
    )}
  </div>
);
