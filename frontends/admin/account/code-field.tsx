import { TextField } from '@tma/web/ui/field';
import type { ComponentProps } from 'react';

/** The code of an app, for which telephones show digits; or, where it says so, a recovery code. */
export const CodeField = ({
  recovery = false,
  ...field
}: ComponentProps<typeof TextField> & { recovery?: boolean }) => (
  <TextField
    {...field}
    inputMode={recovery ? 'text' : 'numeric'}
    autoComplete={recovery ? 'off' : 'one-time-code'}
    autoCapitalize="none"
    spellCheck={false}
    dir="ltr"
  />
);
