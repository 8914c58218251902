import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import css from './printed.module.css';

interface PrintedProps {
  /** It was printed, or not, and the page is used again. */
  onDone: () => void;
  children: ReactNode;
}

/**
 * What is printed in place of the page: as soon as it is mounted the browser is asked to. It cannot be seen on the screen. It
 * stays until the page is used again: some browsers say that they have printed long before they have.
 */
export function Printed({ onDone, children }: PrintedProps) {
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.printed = '';
    window.print();
    const ended = new AbortController();
    const { signal } = ended;
    for (const event of ['pointerdown', 'keydown'])
      document.addEventListener(event, () => done.current(), { capture: true, signal });
    return () => {
      ended.abort();
      delete dataset.printed;
    };
  }, []);
  return createPortal(<div className={css.sheet}>{children}</div>, document.body);
}
