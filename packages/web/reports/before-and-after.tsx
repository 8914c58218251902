import { call } from '@tma/web/api/call';
import type { Answer } from '@tma/web/api/operation-types';
import { useRead } from '@tma/web/hooks/use-read';
import { longDate } from '@tma/web/language/dates';
import { useT } from '@tma/web/language/own-texts';
import type { ReactNode } from 'react';
import css from './before-and-after.module.css';
import { LargePicture } from './picture.tsx';

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

type ProofTimes = Answer<'GET /api/proofs/{name}'>;

/** The name by which a picture of the portal is known. @param path `uploads/<name>.webp` */
const nameOf = (path: string) => /(?:^|\/)([\da-f]{32})\.webp$/.exec(path)?.[1];

/**
 * When a picture of finished work was sent and taken; null as long as that is not known, and where it cannot be read: the
 * picture is shown all the same. Read without the query cache, which the shell's pages do not have; the answer never
 * changes, so that the browser keeps it.
 * @param path the picture's public path
 * @param token of an administrator, who also sees which report's picture it resembles
 */
function useProofTimes(path: string | null, token?: string): ProofTimes | null {
  const name = path ? nameOf(path) : undefined;
  const read = async (signal: AbortSignal): Promise<ProofTimes | null> => {
    if (!name) return null;
    return call('GET /api/proofs/{name}', { params: { name }, token, signal }).catch((error: Error) => {
      if (!signal.aborted) console.warn('Could not read when a picture was taken:', error.message);
      return null;
    });
  };
  return useRead(`${name} ${token}`, read) ?? null;
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
