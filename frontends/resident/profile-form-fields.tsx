import { TehsilSelect } from '@tma/web/account/tehsil-select';
import { readTehsils } from '@tma/web/api/tables';
import type { Words } from '@tma/web/language/words';
import { TextField } from '@tma/web/ui/field';
import { Pair } from '@tma/web/ui/form';
import type { ReactNode } from 'react';
import type { ProfileFieldName } from './profile-fields.ts';
import { useT } from './texts.ts';

interface ProfileFormFieldsProps {
  /** Makes the props of a field from its name and label: `field` of `useForm`. */
  field: (name: ProfileFieldName, label: Words) => { label: string };
  /** What stands below the name, and below the contact number. */
  belowName?: ReactNode;
  belowNumber?: ReactNode;
}

/** The fields of a profile, for sign-up and profile form alike. */
export function ProfileFormFields({ field: fieldOf, belowName, belowNumber }: ProfileFormFieldsProps) {
  const t = useT();
  const field = (name: ProfileFieldName) => fieldOf(name, () => t(`person.${name}`));
  return (
    <>
      <Pair>
        <TextField {...field('first_name')} autoComplete="given-name" />
        <TextField {...field('last_name')} autoComplete="family-name" />
      </Pair>
      {belowName}
      <TextField {...field('contact_number')} type="tel" autoComplete="tel" />
      {belowNumber}
      <TehsilSelect {...field('tehsil')} read={readTehsils} />
      <TextField {...field('location')} autoComplete="street-address" />
    </>
  );
}
