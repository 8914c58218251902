import { useOnChange } from '@tma/web/hooks/use-on-change';
import { OnMap } from '@tma/web/reports/on-map';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { lazily } from '@tma/web/ui/lazily';
import { type FormEvent, type Ref, useRef } from 'react';
import { useT } from '../../texts.ts';
import type { AdminReport } from '../segments.ts';
import css from './moving.module.css';
import { useMoving } from './use-moving.ts';

const PinMap = lazily(() => import('@tma/web/map/pin-map'));

interface MovingProps {
  token: string;
  report: AdminReport;
  onChange: (report: AdminReport) => void;
  /** It could not be saved after the dialog was closed. */
  onLost: (report: AdminReport) => void;
}

/** Where a report is; once that is to be corrected, a map on which its pin is set anew. */
export function Moving({ token, report, onChange, onLost }: MovingProps) {
  const t = useT();
  const moving = useMoving({ token, report, onChange, onLost });
  const { pin, problem, said, begin } = moving;
  const form = useRef<HTMLFormElement>(null);
  const correct = useRef<HTMLButtonElement>(null);
  const isOpen = pin !== null;
  // What had the focus is gone.
  useOnChange(isOpen, () => (isOpen ? form : correct).current?.focus());
  return (
    <>
      {pin ? (
        <PinForm ref={form} pin={pin} moving={moving} />
      ) : (
        <>
          <OnMap report={report} />
          <div>
            <Button ref={correct} look="quiet" onClick={begin}>
              {t('moving.correct')}
            </Button>
          </div>
        </>
      )}
      {problem !== undefined && <Banner tone="quiet">{problem}</Banner>}
      <p role="status" className={css.said}>
        {said}
      </p>
    </>
  );
}

interface PinFormProps {
  ref: Ref<HTMLFormElement>;
  pin: NonNullable<Moving['pin']>;
  moving: Moving;
}
type Moving = ReturnType<typeof useMoving>;

function PinForm({ ref, pin, moving: { saving, cancel, move, setStart } }: PinFormProps) {
  const t = useT();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.run();
  };
  return (
    <form ref={ref} noValidate tabIndex={-1} className={css.form} aria-label={t('moving.correct')} onSubmit={submit}>
      <PinMap point={pin.point} start={pin.start} onStart={setStart} onMove={move} />
      <div className={css.buttons}>
        <Button ref={saving.ref} type="submit" busy={saving.busy}>
          {t('moving.save')}
        </Button>
        <Button look="quiet" onClick={cancel}>
          {t('moving.cancel')}
        </Button>
      </div>
    </form>
  );
}
