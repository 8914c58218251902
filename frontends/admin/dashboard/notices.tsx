import { useTimeZone } from '@tma/web/api/portal-config';
import { timeOfDay } from '@tma/web/language/dates';
import { term } from '@tma/web/language/terms';
import { Button } from '@tma/web/ui/button';
import { TemporaryButton } from '@tma/web/ui/temporary-button';
import { VisuallyHidden } from '@tma/web/ui/visually-hidden';
import { useT } from '../texts.ts';
import css from './notices.module.css';

interface NoticesProps {
  /** How many new reports are held back above the list. */
  heldBack: number;
  onShowNew: () => void;
  /** When the list last changed by itself (RFC 3339). */
  changedAt: string | null;
  /** The last try to update the list failed. */
  isOutdated: boolean;
  saved: boolean;
  /** The reference of a report whose picture the one that was sent looks like. */
  alike: string | null;
  /** The issue of a report whose changes could not be saved after its dialog was closed. */
  lostIssue: string | undefined;
  onEditAgain: () => void;
}

/** Messages about the list, fixed at the bottom of the window so that they move nothing. */
export function Notices(props: NoticesProps) {
  const { heldBack, onShowNew, changedAt, isOutdated, saved, alike, lostIssue, onEditAgain } = props;
  const t = useT();
  const zone = useTimeZone();
  const announced = [
    changedAt && t('notices.changed', { time: timeOfDay(changedAt, zone) }),
    saved && t('notices.saved'),
  ];
  return (
    <>
      <VisuallyHidden live>{announced.filter(Boolean).join(' ')}</VisuallyHidden>
      <div role="status" className={css.notices}>
        {isOutdated && <p className={css.notice}>{t('notices.outdated')}</p>}
        {alike !== null && <p className={css.notice}>{t('proof.alike', { reference: alike })}</p>}
        {heldBack > 0 && (
          <p className={css.notice}>
            {t('notices.new', { count: heldBack })}
            <TemporaryButton look="plain" onClick={onShowNew}>
              {t('notices.show')}
            </TemporaryButton>
          </p>
        )}
        {lostIssue !== undefined && (
          <p className={css.notice}>
            {t('notices.lost', { issue: term('issue', lostIssue) })}
            <Button look="plain" onClick={onEditAgain}>
              {t('notices.edit')}
            </Button>
          </p>
        )}
      </div>
    </>
  );
}
