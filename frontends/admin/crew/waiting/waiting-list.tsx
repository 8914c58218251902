import { term } from '@tma/web/language/terms';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { LeftToRight } from '@tma/web/ui/direction';
import { useT } from '../../texts.ts';
import { removeAct } from './kept.ts';
import { useWaiting } from './use-waiting.ts';
import css from './waiting-list.module.css';

/** What the crew member did without a network, and what the portal did not take of it. */
export function WaitingList({ token }: { token: string }) {
  const t = useT();
  const { acts, send } = useWaiting(token);
  if (acts.length === 0) return null;
  return (
    <section className={css.waiting} aria-label={t('crew.waiting')}>
      <ul>
        {acts.map((act) => (
          <li key={act.key}>
            <p>
              {t(`crew.${act.kind}`)}: {term('issue', act.report.issue)}{' '}
              <LeftToRight>{act.report.reference}</LeftToRight>
            </p>
            {act.isRefused ? (
              <>
                <Banner tone="quiet">{t('crew.refused')}</Banner>
                {act.kind === 'note' && <p dir="auto">{act.text}</p>}
                <Button look="quiet" onClick={() => void removeAct(act)}>
                  {t('common.remove')}
                </Button>
              </>
            ) : (
              <p>{t('crew.waiting')}</p>
            )}
          </li>
        ))}
      </ul>
      <Button look="quiet" onClick={send}>
        {t('crew.sendNow')}
      </Button>
    </section>
  );
}
