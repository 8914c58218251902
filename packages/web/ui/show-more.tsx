import { useT } from '@tma/web/language/own-texts';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import css from './show-more.module.css';

/** What it needs of `useInfiniteQuery`. */
interface InfiniteList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  /** The last try failed. */
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

interface ShowMoreProps {
  list: InfiniteList;
  /** Called when the button is pressed, and not when rows are loaded because it scrolled into sight. */
  onPress: () => void;
}

/** The foot of a list with more rows: they are loaded as it scrolls into sight, or by pressing it. */
export const ShowMore = (props: ShowMoreProps) => props.list.hasNextPage && <Foot {...props} />;

function Foot({ list, onPress }: ShowMoreProps) {
  const t = useT();
  const busy = list.isFetchingNextPage;
  const onMore = () => void list.fetchNextPage();
  const press = () => {
    onPress();
    onMore();
  };
  const foot = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(onMore);
  const failed = list.isFetchNextPageError;
  // Anew after each load: where it is still in sight then, it has not come into sight, and nothing more would be loaded.
  useEffect(() => {
    if (busy) return;
    let isTried = failed;
    const seen = new IntersectionObserver(
      (entries) => {
        if (!isTried && entries.some((entry) => entry.isIntersecting)) more();
        isTried = false;
      },
      { rootMargin: '400px' },
    );
    if (foot.current) seen.observe(foot.current);
    return () => seen.disconnect();
  }, [busy, failed]);
  // The focus would be lost with the button when more rows come, pressed or not.
  useLayoutEffect(() => {
    if (busy && foot.current?.contains(document.activeElement)) onPress();
  });
  return (
    <div ref={foot} className={css.foot}>
      {failed && !busy && <Banner tone="quiet">{t('ui.moreFailed')}</Banner>}
      <Button look="quiet" busy={busy} onClick={press} onFocus={() => busy && onPress()}>
        {busy ? t('ui.loadingMore') : t('ui.showMore')}
      </Button>
    </div>
  );
}
