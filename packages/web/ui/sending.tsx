import { useT } from '@tma/web/language/own-texts';
import shared from '../shared.module.css';
import { Button } from './button.tsx';
import css from './sending.module.css';

interface SendingProps {
  /** How much has been sent, from 0 to 1. */
  share: number;
  onStop: () => void;
}

/** The progress of sending files, with a button to stop. Once all is sent, the bar waits for the answer. */
export function Sending({ share, onStop }: SendingProps) {
  const t = useT();
  return (
    <div className={shared.row}>
      <progress className={css.bar} aria-label={t('ui.progress')} value={share < 1 ? share : undefined} />
      <span className={css.share} aria-hidden="true">
        {t('ui.share', { percent: Math.floor(share * 100) })}
      </span>
      <Button look="quiet" onClick={onStop}>
        {t('ui.cancel')}
      </Button>
    </div>
  );
}
