import { followDevice } from '@tma/web/language/language';
import { useEffect } from 'react';

/** What happens when another tab of this browser may have changed the language, or a page is shown again that was kept. */
const events = ['storage', 'focus', 'pageshow'];

/**
 * Keeps the page in the language that was chosen on this device: also a page that was written before, which a cache has.
 * Begins once the page is drawn, in the language that it was written in.
 */
export function useFollowDevice() {
  useEffect(() => {
    const follow = () => void followDevice();
    follow();
    for (const event of events) addEventListener(event, follow);
    return () => {
      for (const event of events) removeEventListener(event, follow);
    };
  }, []);
}
