import { useT } from '@tma/web/language/own-texts';
import css from './before-and-after.module.css';
import { pictureAddress } from './picture.tsx';

interface BeforeAndAfterProps {
  /** Public paths: the reporter's picture, and that of the finished work. */
  report: { image: string | null; proof: string | null };
}

/** What was reported and what was done about it, side by side; in words where there is no picture. */
export function BeforeAndAfter({ report }: BeforeAndAfterProps) {
  const t = useT();
  return (
    <div className={css.pair}>
      <Side name={t('closure.before')} path={report.image} without={t('report.noImage')} />
      <Side name={t('closure.after')} path={report.proof} without={t('closure.noPicture')} />
    </div>
  );
}

function Side({ name, path, without }: { name: string; path: string | null; without: string }) {
  if (!path) return <p className={css.none}>{without}</p>;
  return (
    <figure className={css.side}>
      <img className={css.picture} src={pictureAddress(path, 'large')} alt={name} decoding="async" />
      <figcaption>{name}</figcaption>
    </figure>
  );
}
