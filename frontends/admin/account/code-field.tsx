import { TextField } from '@tma/web/ui/field';
import type { ComponentProps } from 'react';

/** A field for the code of an app, for which telephones show digits; with `recovery` for a recovery code as well, which has letters. */
export const CodeField = ({
  recovery = false,
  ...field
}: ComponentProps<typeof TextField> & { recovery?: boolean }) => (
  <TextField
    {...field}
    inputMode={recovery ? 'text' : 'numeric'}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    dir="ltr"
  />
);
