import { timeOfDay } from '@tma/web/dates';
import { Button } from '@tma/web/ui/button';
import { VisuallyHidden } from '@tma/web/ui/visually-hidden';
import { useT } from '../texts.ts';
import css from './notices.module.css';

interface NoticesProps {
  /** New reports that wait above. */
  waiting: number;
  onShow: () => void;
  /** When the list last changed by itself. */
  changed: string | null;
  zone: string;
  /** The last reading of the list failed. */
  isOld: boolean;
  saved: boolean;
  /** The issue of a report whose changes could not be saved after its dialog was closed. */
  lost: string | undefined;
  onEdit: () => void;
}

/** What is to be known of a list while one is somewhere in it: over its lower end, so that it moves nothing. */
export function Notices({ waiting, onShow, changed, zone, isOld, saved, lost, onEdit }: NoticesProps) {
  const t = useT();
  const said = [changed && t('news.changed', { time: timeOfDay(changed, zone) }), saved && t('news.saved')];
  return (
    <>
      <VisuallyHidden live>{said.filter(Boolean).join(' ')}</VisuallyHidden>
      <div role="status" className={css.notices}>
        {isOld && <p className={css.notice}>{t('news.old')}</p>}
        {waiting > 0 && (
          <p className={css.notice}>
            {t('news.waiting', { count: waiting })}
            <Button look="plain" onClick={onShow}>
              {t('news.show')}
            </Button>
          </p>
        )}
        {lost !== undefined && (
          <p className={css.notice}>
            {t('news.lost', { issue: lost })}
            <Button look="plain" onClick={onEdit}>
              {t('news.edit')}
            </Button>
          </p>
        )}
      </div>
    </>
  );
}
