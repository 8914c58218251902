import { TehsilSelect } from '@tma/web/account/tehsil-select';
import { readTehsils } from '@tma/web/api/tables';
import type { Words } from '@tma/web/language/words';
import { TextField } from '@tma/web/ui/field';
import { Pair } from '@tma/web/ui/form';
import { Fragment, type ReactNode } from 'react';
import { type ProfileFieldName, profileFieldNames, profileFields } from './profile-fields.ts';
import { useT } from './texts.ts';

interface ProfileFormFieldsProps {
  /** Makes the props of a field from its name and label: `field` of `useForm`. */
  field: (name: ProfileFieldName, label: Words) => { label: string };
  /** What stands below the row of a field. */
  below?: Partial<Record<ProfileFieldName, ReactNode>>;
}

/** The fields of a profile, for sign-up and profile form alike. */
export function ProfileFormFields({ field, below = {} }: ProfileFormFieldsProps) {
  const t = useT();
  const draw = (name: ProfileFieldName) => {
    const { control, type, autoComplete } = profileFields[name];
    const props = field(name, () => t(`person.${name}`));
    if (control === 'tehsil') return <TehsilSelect key={name} {...props} read={readTehsils} />;
    return <TextField key={name} {...props} type={type} autoComplete={autoComplete} />;
  };
  return rowsOf(profileFieldNames).map((names) => (
    <Fragment key={names[0]}>
      {names.length > 1 ? <Pair>{names.map(draw)}</Pair> : names.map(draw)}
      {names.map((name) => below[name] && <Fragment key={name}>{below[name]}</Fragment>)}
    </Fragment>
  ));
}

function rowsOf(names: readonly ProfileFieldName[]): ProfileFieldName[][] {
  const rows: ProfileFieldName[][] = [];
  for (const name of names) {
    const row = profileFields[name].besidePrevious ? rows.at(-1) : undefined;
    if (row) row.push(name);
    else rows.push([name]);
  }
  return rows;
}
