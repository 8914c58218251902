import { followDevice } from '@tma/web/language/language';
import { useEffect } from 'react';

/** What happens when a page is shown again, that was kept or that another one was in front of. */
const events = ['focus', 'pageshow'];

/**
 * Keeps the page in the language that was chosen on this device: also a page that was written before, which a cache has.
 * Begins once the page is drawn, in the language that it was written in.
 */
export function useFollowDevice() {
  useEffect(() => {
    const follow = () => void followDevice();
    follow();
    const followTab = (change: StorageEvent) => void followDevice(change);
    for (const event of events) addEventListener(event, follow);
    addEventListener('storage', followTab);
    return () => {
      for (const event of events) removeEventListener(event, follow);
      removeEventListener('storage', followTab);
    };
  }, []);
}
