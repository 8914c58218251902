import type { Outcome } from '@tma/web/closures/outcomes';
import { useT } from '@tma/web/language/own-texts';
import { Banner } from '@tma/web/ui/banner';
import { useEffect, useRef } from 'react';
import css from './closure-question.module.css';

interface ClosureOutcomeProps {
  outcome: Outcome;
  /** What was typed and could not be sent any more. */
  unsent?: string;
  /** Takes the focus where the question had it. */
  takeFocus: boolean;
}

/** In the place of the question once it is answered, or can no longer be. */
export function ClosureOutcome({ outcome, unsent = '', takeFocus }: ClosureOutcomeProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Only where it was lost with the question's button or field.
    if (takeFocus && document.activeElement === document.body) box.current?.focus();
  }, [takeFocus]);
  return (
    <div ref={box} tabIndex={-1} className={css.outcome}>
      <Words outcome={outcome} />
      {outcome.kind !== 'mine' && unsent.trim() !== '' && (
        <div className={css.words}>
          <p>{t('closure.unsent')}</p>
          <p className={css.quote} dir="auto">
            {unsent}
          </p>
        </div>
      )}
    </div>
  );
}

function Words({ outcome }: { outcome: Outcome }) {
  const t = useT();
  switch (outcome.kind) {
    case 'mine':
      return (
        <Banner tone="success">
          {outcome.said === 'confirmed' ? t('closure.thanksConfirmed') : t('closure.thanksDisputed')}
        </Banner>
      );
    case 'answered':
      return (
        <Banner tone="quiet">
          <p>{t('closure.already')}</p>
          {outcome.said && (
            <p>
              {t('closure.answerWas', {
                answer: outcome.said === 'confirmed' ? t('closure.fixed') : t('closure.notFixed'),
              })}
            </p>
          )}
          {outcome.said === 'disputed' && outcome.reason && (
            <p className={css.quote} dir="auto">
              {outcome.reason}
            </p>
          )}
        </Banner>
      );
    case 'over':
      return <Banner tone="quiet">{t('closure.over')}</Banner>;
  }
}
