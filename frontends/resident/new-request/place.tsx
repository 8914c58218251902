import { lazily } from '@tma/web/ui/lazily';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Draft } from './report-draft.ts';

const PinField = lazily(() => import('@tma/web/map/pin-field'));

const names = ['lat', 'long', 'accuracy'] as const;

/** Where it is, beside the words of `Location`. */
export function Place({ form }: { form: UseFormReturn<Draft> }) {
  const [lat, long, accuracy] = useWatch({ control: form.control, name: names });
  return (
    <PinField
      value={{ lat, long, accuracy }}
      onChange={(value) => {
        for (const name of names) form.setValue(name, value[name]);
      }}
    />
  );
}
