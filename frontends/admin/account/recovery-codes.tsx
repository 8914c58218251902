import { Banner } from '@tma/web/ui/banner';
import { Button } from '@tma/web/ui/button';
import { Actions } from '@tma/web/ui/form';
import { Printed } from '@tma/web/ui/printed';
import { TakesFocus } from '@tma/web/ui/takes-focus';
import { useState } from 'react';
import { useT } from '../texts.ts';
import { CopyButton } from './copy-button.tsx';
import css from './second-factor.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  /** What the button that ends this says. */
  next: 'done' | 'again';
  onDone: () => void;
}

/** The recovery codes, which are never shown again. */
export function RecoveryCodes({ codes, next, onDone }: RecoveryCodesProps) {
  const t = useT();
  const [printing, setPrinting] = useState(0);
  return (
    <TakesFocus className={css.step}>
      <Banner tone="success">{t('factor.added')}</Banner>
      <h3>{t('factor.codes')}</h3>
      <p>{t('factor.codesLead')}</p>
      <List codes={codes} />
      <Actions>
        <CopyButton text={codes.join('\n')} />
        <Button look="quiet" onClick={() => setPrinting((before) => before + 1)}>
          {t('factor.print')}
        </Button>
        <Button onClick={onDone}>{t(`factor.${next}`)}</Button>
      </Actions>
      {printing > 0 && (
        <Printed key={printing} onDone={() => setPrinting(0)}>
          <h1>{t('factor.codes')}</h1>
          <List codes={codes} />
        </Printed>
      )}
    </TakesFocus>
  );
}

function List({ codes }: { codes: readonly string[] }) {
  const t = useT();
  return (
    <ul className={css.codes} aria-label={t('factor.codes')}>
      {codes.map((code) => (
        <li key={code}>
          <code dir="ltr">{code}</code>
        </li>
      ))}
    </ul>
  );
}
