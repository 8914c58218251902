import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useOnChange } from './use-on-change.ts';

const focusable = 'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"])';

const canTakeFocus = (element: HTMLElement) => !element.matches(':disabled') && element.getClientRects().length > 0;

/**
 * Tab and Shift+Tab cycle inside a modal dialog. The browser alone would leave it once per cycle, for its own toolbars.
 */
export function keepTabInside(dialog: HTMLElement, event: KeyboardEvent) {
  if (event.key !== 'Tab') return;
  const around = [...dialog.querySelectorAll<HTMLElement>(focusable)].filter(canTakeFocus);
  const first = event.shiftKey ? around.at(-1) : around[0];
  const last = event.shiftKey ? around[0] : around.at(-1);
  const { activeElement } = document;
  const within = activeElement !== dialog && dialog.contains(activeElement);
  if (within && activeElement !== last) return;
  event.preventDefault();
  (first ?? dialog).focus();
}

const focusPart = (part: HTMLElement | null) => part?.focus({ preventScroll: true });

/** Moves the focus to the page's main part, when the element that had it was removed. */
export const focusMain = () => focusPart(document.querySelector('main'));

/**
 * Moves the focus to the dialog around an element, or else to the main part, when the element is removed while it, or something in
 * it, has the focus.
 */
export function useFocusFallback(ref: RefObject<HTMLElement | null>) {
  // In the layout phase: it runs while the element is still there.
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement))
        focusPart(element.closest('dialog') ?? document.querySelector('main'));
    };
  }, [ref]);
}

/**
 * For a button that starts something which disables or removes the focused element. When it is done, the button gets the focus, if
 * the element that had it is gone and nothing else has taken it.
 */
export function useFocusReturn(busy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef<Element>(null);
  useOnChange(busy, () => {
    const { activeElement } = document;
    if (busy) before.current = activeElement;
    else if (activeElement === document.body || (activeElement?.matches('main') && !before.current?.isConnected))
      button.current?.focus();
  });
  return button;
}
