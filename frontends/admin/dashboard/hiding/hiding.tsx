import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../texts.ts';
import type { AdminReport } from '../segments.ts';
import css from './hiding.module.css';
import { ReasonForm } from './reason-form.tsx';
import { useHiding } from './use-hiding.ts';

interface HidingProps {
  token: string;
  report: AdminReport;
  onChange: (report: AdminReport) => void;
}

/** Hides a report that harms somebody, or shows it again; removes its picture for good. Both need a reason. */
export function Hiding({ token, report, onChange }: HidingProps) {
  const t = useT();
  const [asking, setAsking] = useState<'hide' | 'remove' | null>(null);
  const { problem, outcome, change } = useHiding(token, report, (changed) => {
    setAsking(null);
    onChange(changed);
  });
  const ask = (what: typeof asking) => {
    change.forget();
    setAsking(what);
  };
  const section = useFocusAfter(asking !== null);
  return (
    <section ref={section} className={css.hiding} aria-label={t('hiding.title')}>
      {asking ? (
        <ReasonForm
          key={asking}
          question={t(`hiding.${asking}Question`)}
          action={t(`hiding.${asking}`)}
          busy={change.busy}
          onSend={(reason) => (asking === 'hide' ? change.hide(reason) : change.remove(reason))}
          onCancel={() => ask(null)}
        />
      ) : (
        <Choices report={report} change={change} onAsk={ask} />
      )}
      {problem !== undefined && <Banner tone="quiet">{problem}</Banner>}
      <p role="status" className={css.outcome}>
        {outcome}
      </p>
    </section>
  );
}

/** An element whose first button gets the focus once the form that had it is gone. */
function useFocusAfter(isAsking: boolean) {
  const section = useRef<HTMLElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (wasAsking.current && !isAsking) section.current?.querySelector('button')?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  return section;
}

interface ChoicesProps {
  report: AdminReport;
  change: ReturnType<typeof useHiding>['change'];
  onAsk: (what: 'hide' | 'remove') => void;
}

function Choices({ report, change, onAsk }: ChoicesProps) {
  const t = useT();
  return (
    <div className={css.actions}>
      {report.hidden ? (
        <Button ref={change.ref} look="quiet" busy={change.busy} onClick={change.show}>
          {t('hiding.show')}
        </Button>
      ) : (
        <Button look="quiet" onClick={() => onAsk('hide')}>
          {t('hiding.hide')}
        </Button>
      )}
      {report.image && (
        <Button look="quiet" onClick={() => onAsk('remove')}>
          {t('hiding.remove')}
        </Button>
      )}
    </div>
  );
}
