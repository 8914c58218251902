import { inWindow, useListener } from '@tma/web/hooks/use-listener';
import { followDevice } from '@tma/web/language/language';
import { useEffect } from 'react';

/**
 * Keeps the page in the language that was chosen on this device: also a page that was written before, which a cache has.
 * Begins once the page is drawn, in the language that it was written in.
 */
export function useFollowDevice() {
  useEffect(() => void followDevice(), []);
  useListener(inWindow, ['focus', 'pageshow'], () => void followDevice());
  useListener(inWindow, 'storage', (change: StorageEvent) => void followDevice(change));
}
