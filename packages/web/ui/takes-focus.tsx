import { useFocusFallback } from '@tma/web/hooks/focus';
import { type ReactNode, useEffect, useRef } from 'react';
import { Banner } from './banner.tsx';

/** Replaces the element that had the focus: takes the focus when it appears, and passes it on when it is removed. */
export function TakesFocus({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  useFocusFallback(box);
  return (
    <div ref={box} tabIndex={-1} className={className}>
      {children}
    </div>
  );
}

/** Says that something is done, in the place of what did it. */
export const Done = ({ children }: { children: ReactNode }) => (
  <TakesFocus>
    <Banner tone="success">{children}</Banner>
  </TakesFocus>
);
