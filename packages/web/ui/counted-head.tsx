import css from './counted-head.module.css';

/** A list's heading with counts of the whole list beside it. */
export const CountedHead = ({ title, counts }: { title: string; counts: readonly string[] }) => (
  <div className={css.head}>
    <h1>{title}</h1>
    <div className={css.counts}>
      {counts.map((count) => (
        <span key={count} className={css.count}>
          {count}
        </span>
      ))}
    </div>
  </div>
);
