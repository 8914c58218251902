import { Link } from '@tma/web/router';
import type { ComponentProps } from 'react';
import css from './button.module.css';
import { classes } from './class-names.ts';

type Look = 'primary' | 'quiet' | 'plain';

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look;
  /** Cannot be pressed again, and keeps the focus; the caller sets the text for it (`Signing In...`). */
  busy?: boolean;
}

/** A button of the portal; `type` is `button` unless set. */
export function Button({ look = 'primary', busy = false, type = 'button', onClick, className, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      // Not `disabled`, which takes the focus from it.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      className={classes(css.button, css[look], className)}
    />
  );
}

/** A link that looks like a button, for what leads to another page. */
export function ButtonLink({ look = 'primary', ...rest }: ComponentProps<typeof Link> & { look?: Look }) {
  return <Link {...rest} className={classes(css.button, css[look])} />;
}
