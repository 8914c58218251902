import { TehsilSelect } from '@tma/web/account/tehsil-select';
import { TextField } from '@tma/web/ui/field';
import type { ChangeEvent } from 'react';
import css from './figures.module.css';
import { useT } from './texts.ts';
import type { useChoice } from './use-choice.ts';
import type { Figures, useFigures } from './use-figures.ts';

interface ChoiceFormProps extends ReturnType<typeof useChoice> {
  wrong: ReturnType<typeof useFigures>['wrong'];
  /** The figures that are shown: where no day is chosen, theirs stands in the field. */
  shown: Figures | undefined;
}

/** The fields for tehsil, first and last day. Changes take effect at once; an error is shown beside its field. */
export function ChoiceForm({ chosen, typed, apply, type, settle, wrong, shown }: ChoiceFormProps) {
  const t = useT();
  const dayField = (name: 'from' | 'to') => ({
    label: t(name),
    value: typed[name] ?? (chosen[name] || (shown?.[name] ?? '')),
    error: wrong[name] && t(`wrong.${wrong[name]}`),
    // It appears without a button being pressed.
    announce: true,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => type({ [name]: target.value }),
    onBlur: settle,
  });
  return (
    <form className={css.choice} onSubmit={(event) => event.preventDefault()}>
      <TehsilSelect
        label={t('tehsil')}
        value={chosen.tehsil}
        error={wrong.tehsil && t('unknownTehsil')}
        onChange={({ target }) => apply({ tehsil: target.value })}
      />
      <TextField type="date" {...dayField('from')} />
      <TextField type="date" {...dayField('to')} />
    </form>
  );
}
