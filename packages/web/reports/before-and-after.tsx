import { longDate } from '@tma/web/language/dates';
import { useT } from '@tma/web/language/own-texts';
import type { ReactNode } from 'react';
import css from './before-and-after.module.css';
import { pictureAddress } from './picture.tsx';
import { useProofTimes } from './use-proof-times.ts';

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
      <Side name={t('closure.after')} path={report.proof} without={t('closure.noPicture')}>
        <TakenBefore path={report.proof} />
      </Side>
    </div>
  );
}

/** That the camera says the picture was taken on a day before it was sent; nothing where it does not. */
function TakenBefore({ path }: { path: string | null }) {
  const t = useT();
  const { takenAt = null, daysBefore: days = null } = useProofTimes(path) ?? {};
  if (takenAt === null || days === null || days < 1) return null;
  // The camera's own day, whatever the zone.
  const date = longDate(takenAt.slice(0, 'YYYY-MM-DD'.length));
  return (
    <p className={css.taken}>{days === 1 ? t('closure.takenDay', { date }) : t('closure.takenDays', { date, days })}</p>
  );
}

interface SideProps {
  name: string;
  path: string | null;
  /** What is said instead of the picture. */
  without: string;
  /** What is said below it. */
  children?: ReactNode;
}

function Side({ name, path, without, children }: SideProps) {
  if (!path) return <p className={css.none}>{without}</p>;
  return (
    <figure className={css.side}>
      <img className={css.picture} src={pictureAddress(path, 'large')} alt={name} decoding="async" />
      <figcaption>
        <p>{name}</p>
        {children}
      </figcaption>
    </figure>
  );
}
