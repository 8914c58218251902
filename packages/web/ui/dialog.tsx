import { focusMain, keepTabInside } from '@tma/web/hooks/focus';
import { useT } from '@tma/web/language/own-texts';
import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import css from './dialog.module.css';
import { LanguageButtons } from './language-buttons.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Buttons beside `Close`. */
  actions?: ReactNode;
  /** The focus begins on the dialog itself: it is to be read from its top, and its first control is further down. */
  toRead?: boolean;
  children: ReactNode;
}

/**
 * A modal dialog, open as long as it is mounted. The focus stays inside and goes back to where it was, or to the page's main
 * part when that is gone; Escape, `Close` and a press outside close it.
 */
export function Dialog({ title, onClose, actions, toRead = false, children }: DialogProps) {
  const t = useT();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog, onClose, toRead);
  return (
    <dialog ref={dialog} tabIndex={-1} className={css.dialog} aria-labelledby={titleId}>
      <div className={css.inside}>
        <h2 id={titleId}>{title}</h2>
        <div className={css.body}>{children}</div>
        <div className={css.actions}>
          {actions}
          <Button look="quiet" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </div>
        <div className={css.language}>
          <LanguageButtons />
        </div>
      </div>
    </dialog>
  );
}

function useModal(ref: React.RefObject<HTMLDialogElement | null>, onClose: () => void, toRead: boolean) {
  const close = useEffectEvent(onClose);
  // In the layout phase: `close()` must run before the element is removed, or the focus is not moved back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.autofocus = toRead;
    dialog.showModal();
    // Not every browser knows `autofocus` on a dialog: it may have scrolled to the first control.
    if (toRead) {
      dialog.focus({ preventScroll: true });
      dialog.scrollTop = 0;
    }
    const ended = new AbortController();
    const { signal } = ended;
    dialog.addEventListener(
      'cancel',
      (event) => {
        // A file picker's `cancel` bubbles up to here: not the dialog's own.
        if (event.target !== dialog) return;
        event.preventDefault();
        close();
      },
      { signal },
    );
    // On the document: when a button that had the focus is disabled, nothing has it.
    document.addEventListener('keydown', (event) => keepTabInside(dialog, event), { signal });
    onPressOutside(dialog, () => close(), signal);
    return () => {
      ended.abort();
      dialog.close();
      const { activeElement } = document;
      if (activeElement === document.body || dialog.contains(activeElement)) focusMain();
    };
  }, [ref, toRead]);
}

/**
 * The dialog's content covers it whole, so a press on the dialog element itself is on the backdrop. Both its start and its
 * end must be there: selecting text may end outside.
 */
function onPressOutside(dialog: HTMLDialogElement, close: () => void, signal: AbortSignal) {
  let pressed = false;
  dialog.addEventListener(
    'pointerdown',
    (event) => {
      pressed = event.target === dialog;
    },
    { signal },
  );
  dialog.addEventListener('click', (event) => pressed && event.target === dialog && close(), { signal });
}
