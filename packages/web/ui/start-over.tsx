import { useT } from '@tma/web/language/own-texts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';
import { Question } from './question.tsx';

interface StartOverProps {
  disabled: boolean;
  /** Whether nothing is written in the form. */
  isEmpty: () => boolean;
  /** Deletes what is written. */
  onStartOver: () => void;
}

/** Empties a form; asks first if something is written in it. */
export function StartOver({ disabled, isEmpty, onStartOver }: StartOverProps) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button look="plain" disabled={disabled} onClick={() => (isEmpty() ? onStartOver() : setAsking(true))}>
        {t('ui.startOver')}
      </Button>
      {asking && (
        <Question
          title={t('ui.startOverTitle')}
          hint={t('ui.startOverText')}
          yes={t('ui.startOver')}
          deletes
          onYes={() => {
            // Closed first, so that the focus is on the button and moves on with it: from an open dialog it would be lost.
            flushSync(() => setAsking(false));
            onStartOver();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
