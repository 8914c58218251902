import { useT } from '@tma/web/language/own-texts';
import css from './spinner.module.css';

/** Something is being loaded; its text is announced. */
export function Spinner({ children }: { children?: string }) {
  const t = useT();
  return (
    <div role="status" className={css.waiting}>
      <span className={css.wheel} aria-hidden="true" />
      {children ?? t('ui.loading')}
    </div>
  );
}
