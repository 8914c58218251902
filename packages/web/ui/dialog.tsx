import { useT } from '@tma/web/own-texts';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import css from './dialog.module.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Buttons beside `Close`. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A modal dialog, open as long as it is drawn. The browser keeps the focus inside and gives it back; Escape, `Close` and a
 * press outside close it.
 */
export function Dialog({ title, onClose, actions, children }: DialogProps) {
  const t = useT();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog, onClose);
  return (
    <dialog ref={dialog} className={css.dialog} aria-labelledby={titleId}>
      <div className={css.inside}>
        <h2 id={titleId}>{title}</h2>
        <div className={css.body}>{children}</div>
        <div className={css.actions}>
          {actions}
          <Button look="quiet" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </div>
      </div>
    </dialog>
  );
}

function useModal(ref: React.RefObject<HTMLDialogElement | null>, onClose: () => void) {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  // In the layout phase: `close()` must run before the element is taken away, or the focus is not given back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.showModal();
    const ended = new AbortController();
    const { signal } = ended;
    dialog.addEventListener(
      'cancel',
      (event) => {
        // A file picker's `cancel` bubbles up to here: it is none of ours.
        if (event.target !== dialog) return;
        event.preventDefault();
        close.current();
      },
      { signal },
    );
    // The dialog's inside covers it whole, so what hits the dialog itself is on the veil around it. Both halves of the
    // press must: one that marks text may end out there.
    let pressed = false;
    dialog.addEventListener(
      'pointerdown',
      (event) => {
        pressed = event.target === dialog;
      },
      { signal },
    );
    dialog.addEventListener('click', (event) => pressed && event.target === dialog && close.current(), { signal });
    return () => {
      ended.abort();
      dialog.close();
    };
  }, [ref]);
}
