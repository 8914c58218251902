import { useFocusFallback } from '@tma/web/hooks/focus';
import { Button } from '@tma/web/ui/button';
import { Dialog } from '@tma/web/ui/dialog';
import { useId, useRef, useState } from 'react';
import { useT } from '../texts.ts';
import css from './settings.module.css';
import type { SystemKey } from './use-keys.ts';

interface KeyLineProps {
  systemKey: SystemKey;
  busy: boolean;
  onEnd: () => void;
}

/** Another system: what its key may, and a way to end that, which asks first. */
export function KeyLine({ systemKey: { name, perDay, mayOmitMedia }, busy, onEnd }: KeyLineProps) {
  const t = useT();
  const id = useId();
  const line = useRef<HTMLLIElement>(null);
  const [asking, setAsking] = useState(false);
  useFocusFallback(line);
  const end = () => {
    setAsking(false);
    onEnd();
  };
  return (
    <li ref={line}>
      <div id={id} className={css.holiday}>
        <strong dir="auto">{name}</strong> <span>{t('systems.limit', { count: String(perDay) })}</span>{' '}
        {mayOmitMedia && <span className={css.soft}>{t('systems.withoutPictures')}</span>}
      </div>
      <Button look="quiet" aria-describedby={id} busy={busy} onClick={() => setAsking(true)}>
        {t('systems.end')}
      </Button>
      {asking && (
        <Dialog
          title={t('systems.askEnd', { name })}
          onClose={() => setAsking(false)}
          actions={<Button onClick={end}>{t('systems.end')}</Button>}
        >
          <p>{t('systems.endHint')}</p>
        </Dialog>
      )}
    </li>
  );
}
