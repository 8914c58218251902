import { useT } from '@tma/web/own-texts';
import css from './spinner.module.css';

/** Waiting, with words for it that are announced. */
export function Spinner({ children }: { children?: string }) {
  const t = useT();
  return (
    <div role="status" className={css.waiting}>
      <span className={css.wheel} aria-hidden="true" />
      {children ?? t('ui.loading')}
    </div>
  );
}
