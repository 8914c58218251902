import { type ReactNode, useEffect, useRef } from 'react';

/** Comes in the place of what had the focus, and begins with it. */
export function TakesFocus({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={className}>
      {children}
    </div>
  );
}
