import { useT } from '@tma/web/language/own-texts';
import { closureWords, type ListedClosure } from './closure-states.ts';
import css from './closure-words.module.css';

/** What is said of a report's last closure beside its badge, each in an element of its own; nothing where there is none. */
export function ClosureWords({ report }: { report: ListedClosure }) {
  const t = useT();
  const words = closureWords(report);
  if (words.length === 0) return null;
  return (
    <div className={css.words}>
      {words.map((word) => (
        <span key={word} className={css[word]}>
          {t(`closure.${word}`)}
        </span>
      ))}
    </div>
  );
}
