import { useQueryClient } from '@tanstack/react-query';
import { useIsMounted } from '@tma/web/hooks/use-is-mounted';
import { useOnChange } from '@tma/web/hooks/use-on-change';
import { useSingle } from '@tma/web/hooks/use-single';
import { useWords, type Words } from '@tma/web/language/words';
import { OnMap } from '@tma/web/reports/on-map';
import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { Actions, Submit } from '@tma/web/ui/form';
import { lazily } from '@tma/web/ui/lazily';
import { type Ref, type SubmitEvent, useRef, useState } from 'react';
import { t as translate, useT } from '../texts.ts';
import css from './part.module.css';
import { refusalText } from './refusal.ts';
import { moveReport, type Place, placeOf } from './save-report.ts';
import type { ChangeProps, Pin } from './use-report-change.ts';
import { cancelReads, refetchLists, replaceReport } from './use-report-list.ts';

const PinMap = lazily(() => import('@tma/web/map/pin-map'));

/** Where a report is; once that is to be corrected, a map on which its pin is set anew. */
export function Moving(props: ChangeProps) {
  const t = useT();
  const { pin, problem, said, begin, ...moving } = useMoving(props);
  const form = useRef<HTMLFormElement>(null);
  const correct = useRef<HTMLButtonElement>(null);
  const isOpen = pin !== null;
  // What had the focus is gone.
  useOnChange(isOpen, () => (isOpen ? form : correct).current?.focus());
  return (
    <>
      {pin ? (
        <PinForm ref={form} pin={pin} {...moving} />
      ) : (
        <>
          <OnMap report={props.report} />
          <div>
            <Button ref={correct} look="quiet" onClick={begin}>
              {t('moving.correct')}
            </Button>
          </div>
        </>
      )}
      {problem !== undefined && <Banner tone="quiet">{problem}</Banner>}
      <p role="status" className={css.outcome}>
        {said}
      </p>
    </>
  );
}

interface PinFormProps extends Pick<ReturnType<typeof useMoving>, 'saving' | 'cancel' | 'move'> {
  ref: Ref<HTMLFormElement>;
  pin: Pin;
}

function PinForm({ ref, pin, saving, cancel, move }: PinFormProps) {
  const t = useT();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    saving.run();
  };
  return (
    <form ref={ref} noValidate tabIndex={-1} className={css.part} aria-label={t('moving.correct')} onSubmit={submit}>
      <PinMap point={pin.point} start={pin.start} onMove={move} />
      <Actions>
        <Submit ref={saving.ref} busy={saving.busy} label={t('moving.save')} />
        <Button look="quiet" onClick={cancel}>
          {t('common.cancel')}
        </Button>
      </Actions>
    </form>
  );
}

/** Correcting where a report is: the pin stays where it was set until it is saved. */
function useMoving({ token, report, onChange, onLost, unsent }: ChangeProps) {
  const client = useQueryClient();
  const [pin, setPin] = useState<Pin | null>(unsent?.pin ?? null);
  const [problem, setProblem] = useWords();
  const [said, say] = useWords();
  const isMounted = useIsMounted();

  const open = (next: Pin | null) => {
    setProblem(undefined);
    say(undefined);
    setPin(next);
  };
  const saving = useSingle(async () => {
    if (!pin?.point) return setProblem(() => translate('moving.missing'));
    setProblem(undefined);
    await cancelReads(client);
    const { current, error } = await moveReport(token, report, pin.point, pin.start);
    replaceReport(client, current);
    refetchLists(client, report.id);
    onChange(current);
    if (!error) {
      setPin(null);
      return say(() => translate('moving.done'));
    }
    setProblem(() =>
      error.status === 412 ? translate('moving.changed') : (refusalText(error) ?? translate('moving.failed')),
    );
    // That somebody else moved it is told once: the next try may replace that.
    const start = placeOf(current);
    setPin((now) => now && { ...now, start });
    if (!isMounted.current) onLost(current, { pin: { ...pin, start } });
  });
  return {
    pin,
    problem,
    said,
    saving,
    begin() {
      const point = placeOf(report);
      open({ point, start: point });
    },
    cancel: () => open(null),
    move(point: Place, words: Words) {
      if (saving.busy) return;
      setProblem(undefined);
      setPin((before) => before && { ...before, point });
      say(words);
    },
  };
}
