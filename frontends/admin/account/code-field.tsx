import { TextField } from '@tma/web/ui/field';
import type { ComponentProps } from 'react';

/** A field for the code of an app, for which telephones show digits; with `recovery` for a recovery code, which has letters too. */
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
