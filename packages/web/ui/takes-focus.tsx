import { useFocusOnMount } from '@tma/web/hooks/focus';
import type { ReactNode } from 'react';

/** Comes in the place of what had the focus, and begins with it. */
export const TakesFocus = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <div ref={useFocusOnMount()} tabIndex={-1} className={className}>
    {children}
  </div>
);
