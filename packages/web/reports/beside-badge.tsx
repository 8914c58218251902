import { useT } from '@tma/web/language/own-texts';
import css from './beside-badge.module.css';
import { closureWords, type ListedClosure } from './closure-states.ts';

interface BesideBadgeProps {
  /** Of a list that the device kept before there were supports, `supports` is not there. */
  report: ListedClosure & { supports?: number };
}

/**
 * What is said of a report beside its badge, each in an element of its own: of its last closure, and how many others have the same
 * problem. Nothing where there is neither.
 */
export function BesideBadge({ report }: BesideBadgeProps) {
  const t = useT();
  const words = closureWords(report);
  const { supports = 0 } = report;
  if (words.length === 0 && supports === 0) return null;
  return (
    <div className={css.words}>
      {words.map((word) => (
        <span key={word} className={css[word]}>
          {t(`closure.${word}`)}
        </span>
      ))}
      {supports > 0 && <span className={css.supports}>{t('report.supportedBy', { count: supports })}</span>}
    </div>
  );
}
