import { useT } from '@tma/web/own-texts';
import { useEffect, useRef } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import css from './show-more.module.css';

interface ShowMoreProps {
  busy: boolean;
  /** The last try brought nothing. */
  failed: boolean;
  onMore: () => void;
  /** It was pressed, and did not just scroll into sight. */
  onPress?: () => void;
}

/** The foot of a list with more rows: they come as it scrolls into sight, or by pressing it. */
export function ShowMore({ busy, failed, onMore, onPress }: ShowMoreProps) {
  const t = useT();
  const press = () => {
    onPress?.();
    onMore();
  };
  const foot = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && more.current(),
      {
        rootMargin: '400px',
      },
    );
    if (foot.current) seen.observe(foot.current);
    return () => seen.disconnect();
  }, []);
  // Whoever has the focus here when more comes would lose it with the button, pressed or not.
  useEffect(() => {
    if (busy && foot.current?.contains(document.activeElement)) onPress?.();
  });
  return (
    <div ref={foot} className={css.foot}>
      {failed && !busy && <Banner tone="quiet">{t('ui.moreFailed')}</Banner>}
      <Button look="quiet" busy={busy} onClick={press} onFocus={() => busy && onPress?.()}>
        {busy ? t('ui.loadingMore') : t('ui.showMore')}
      </Button>
    </div>
  );
}
