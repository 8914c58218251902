import { Button } from '@tma/web/ui/button';
import { useState } from 'react';
import { useT } from '../texts.ts';

/** Copies a text, and says whether that worked: some browsers do not let a page. */
export function CopyButton({ text }: { text: string }) {
  const t = useT();
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('copyFailed');
    }
  };
  return (
    <>
      <Button look="quiet" onClick={() => void copy()}>
        {t('factor.copy')}
      </Button>
      <span role="status">{outcome && t(`factor.${outcome}`)}</span>
    </>
  );
}
