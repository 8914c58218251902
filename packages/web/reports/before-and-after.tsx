import { longDate } from '@tma/web/language/dates';
import { useT } from '@tma/web/language/own-texts';
import type { ReactNode } from 'react';
import css from './before-and-after.module.css';
import { LargePicture } from './picture.tsx';
import { type ProofTimes, useProofTimes } from './use-proof-times.ts';

interface BeforeAndAfterProps {
  /** Public paths: the reporter's picture, and that of the finished work. */
  report: { image: string | null; proof: string | null };
  /** Of an administrator, who also sees which report's picture the one of the finished work resembles. */
  token?: string;
}

/** What was reported and what was done about it, side by side; in words where there is no picture. */
export function BeforeAndAfter({ report, token }: BeforeAndAfterProps) {
  const t = useT();
  return (
    <div className={css.pair}>
      <Side name={t('closure.before')} path={report.image} without={t('report.noImage')} />
      <Side name={t('closure.after')} path={report.proof} without={t('closure.noPicture')}>
        <AboutProof path={report.proof} token={token} />
      </Side>
    </div>
  );
}

/** What is known of the picture of the finished work; nothing as long as there is nothing to say. */
function AboutProof({ path, token }: { path: string | null; token: string | undefined }) {
  const t = useT();
  const times = useProofTimes(path, token);
  return (
    <>
      {times && <TakenBefore times={times} />}
      {times?.alike && <p className={css.about}>{t('closure.alike', { reference: times.alike })}</p>}
    </>
  );
}

/** That the camera says the picture was taken on a day before it was sent; nothing where it does not. */
function TakenBefore({ times: { takenAt, daysBefore: days } }: { times: ProofTimes }) {
  const t = useT();
  if (takenAt === null || days === null || days < 1) return null;
  // The camera's own day, whatever the zone.
  const date = longDate(takenAt.slice(0, 'YYYY-MM-DD'.length));
  return (
    <p className={css.about}>{days === 1 ? t('closure.takenDay', { date }) : t('closure.takenDays', { date, days })}</p>
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
      <LargePicture path={path} alt={name} className={css.picture} />
      <figcaption>
        <p>{name}</p>
        {children}
      </figcaption>
    </figure>
  );
}
