import { scaleLinear } from 'd3-scale';
import css from './bars.module.css';

interface Bar {
  name: string;
  size: number;
  /** What stands at the bar. */
  text: string;
}

/** Bars that lie, each below its name: names may be long, and windows narrow. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const width = scaleLinear([0, Math.max(1, ...bars.map(({ size }) => size))], [0, 100]);
  return (
    <ul className={css.bars}>
      {bars.map(({ name, size, text }) => (
        <li key={name}>
          <span>{name}</span> <span className={css.value}>{text}</span>
          <svg aria-hidden="true" className={css.track} height="14">
            <rect className={css.bar} width={`${width(size)}%`} height="14" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
