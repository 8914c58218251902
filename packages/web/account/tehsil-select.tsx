import { useQuery } from '@tanstack/react-query';
import { call } from '@tma/web/api/call';
import { useT } from '@tma/web/language/own-texts';
import { Button } from '@tma/web/ui/button';
import { SelectField } from '@tma/web/ui/field';
import { type ComponentProps, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

type TehsilSelectProps = Omit<ComponentProps<typeof SelectField>, 'options' | 'placeholder' | 'hint'> & {
  read?: (signal: AbortSignal) => Promise<string[]>;
};

const readNames = async (signal: AbortSignal): Promise<string[]> =>
  (await call('GET /api/gettehsils', { signal })).map(({ tehsil }) => tehsil);

/** A choice among the portal's tehsils, with a button to try again when they could not be read. */
export function TehsilSelect({ read = readNames, ...select }: TehsilSelectProps) {
  const t = useT();
  const tehsils = useQuery({ queryKey: ['tehsils'], queryFn: ({ signal }) => read(signal) });
  const hadFocus = useRef(false);
  // Also while it is tried again: the button has the focus until the list is there.
  const hasFailed = !tehsils.isSuccess && tehsils.errorUpdateCount > 0;
  return (
    // A native select takes a value only once it has the option: mounted anew when the list is loaded.
    <WithFocus key={String(tehsils.isSuccess)} hadFocus={hadFocus}>
      <SelectField
        {...select}
        options={tehsils.data ?? []}
        placeholder={t('tehsils.placeholder')}
        hint={hasFailed ? t('tehsils.failed') : undefined}
      />
      {hasFailed && (
        <Button look="plain" busy={tehsils.isFetching} onClick={() => tehsils.refetch()}>
          {t('ui.tryAgain')}
        </Button>
      )}
    </WithFocus>
  );
}

/** A select that begins with the focus where it takes the place of what had it. */
function WithFocus({ hadFocus, children }: { hadFocus: RefObject<boolean>; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (hadFocus.current) element?.querySelector('select')?.focus();
    // In the layout phase: what is taken away is still there.
    return () => {
      hadFocus.current = element?.contains(document.activeElement) === true;
    };
  }, [hadFocus]);
  return <div ref={box}>{children}</div>;
}
