import { inDocument, useListener } from '@tma/web/hooks/use-listener';
import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import css from './printed.module.css';

interface PrintedProps {
  /** It was printed, or not, and the page is used again. */
  onDone: () => void;
  children: ReactNode;
}

/**
 * What is printed in place of the page: as soon as it is mounted the browser is asked to. It cannot be seen on the screen. It
 * stays until the page is used again: some browsers say that they have printed long before they have. Each printing has a key of its
 * own: a button that is pressed by voice is pressed without an event of the pointer or a key before.
 */
export function Printed({ onDone, children }: PrintedProps) {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.printed = '';
    window.print();
    return () => {
      delete dataset.printed;
    };
  }, []);
  useListener(inDocument, ['pointerdown', 'keydown'], onDone, { capture: true });
  return createPortal(<div className={css.sheet}>{children}</div>, document.body);
}
