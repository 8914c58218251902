import { copyText } from '@tma/web/api/copy-text';
import { Button } from '@tma/web/ui/button';
import { useState } from 'react';
import { useT } from '../texts.ts';

/** Copies a text, and says whether that worked. */
export function CopyButton({ text }: { text: string }) {
  const t = useT();
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed' | null>(null);
  const copy = async () => setOutcome((await copyText(text)) ? 'copied' : 'copyFailed');
  return (
    <>
      <Button look="quiet" onClick={() => void copy()}>
        {t('factor.copy')}
      </Button>
      <span role="status">{outcome && t(`factor.${outcome}`)}</span>
    </>
  );
}
