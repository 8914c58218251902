import { useQuery } from '@tanstack/react-query';
import { useT } from '@tma/web/own-texts';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { SelectField } from './field.tsx';

type TehsilSelectProps = Omit<ComponentProps<typeof SelectField>, 'options' | 'placeholder' | 'hint'> & {
  /** Asks the server for the names. */
  read: (signal: AbortSignal) => Promise<string[]>;
};

/** A choice among the tehsils the server knows, with a way to ask again when it did not answer. */
export function TehsilSelect({ read, ...select }: TehsilSelectProps) {
  const t = useT();
  const tehsils = useQuery({ queryKey: ['tehsils'], queryFn: ({ signal }) => read(signal) });
  return (
    <>
      <SelectField
        {...select}
        // A native select takes a value only once its option is there: drawn anew when the list has come.
        key={String(tehsils.isSuccess)}
        options={tehsils.data ?? []}
        placeholder={t('tehsils.placeholder')}
        hint={tehsils.isError ? t('tehsils.failed') : undefined}
      />
      {tehsils.isError && (
        <Button look="plain" onClick={() => tehsils.refetch()}>
          {t('ui.tryAgain')}
        </Button>
      )}
    </>
  );
}
