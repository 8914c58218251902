import { useQuery } from '@tanstack/react-query';
import { call } from '@tma/web/api/call';
import { useT } from '@tma/web/language/own-texts';
import { Button } from '@tma/web/ui/button';
import { SelectField } from '@tma/web/ui/field';
import type { ComponentProps } from 'react';

type TehsilSelectProps = Omit<ComponentProps<typeof SelectField>, 'options' | 'placeholder' | 'hint'> & {
  /** Reads the names from the server. */
  read?: (signal: AbortSignal) => Promise<string[]>;
};

const readNames = async (signal: AbortSignal): Promise<string[]> =>
  (await call('GET /api/gettehsils', { signal })).map(({ tehsil }) => tehsil);

/** A choice among the portal's tehsils, with a button to try again when they could not be read. */
export function TehsilSelect({ read = readNames, ...select }: TehsilSelectProps) {
  const t = useT();
  const tehsils = useQuery({ queryKey: ['tehsils'], queryFn: ({ signal }) => read(signal) });
  return (
    <>
      <SelectField
        {...select}
        // A native select takes a value only once it has the option: mounted anew when the list is loaded.
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
