import { type UseFormReturn, useController } from 'react-hook-form';
import { useT } from '../texts.ts';
import type { Draft } from './report-draft.ts';
import css from './share-field.module.css';

/**
 * Whether whoever has the report's link may see it. It bears its words itself: as the label of a field they would name the fields
 * that they speak of a second time, for whoever looks a field up by its label.
 */
export function ShareField({ control }: Pick<UseFormReturn<Draft>, 'control'>) {
  const t = useT();
  const { field } = useController({ control, name: 'shared' });
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input would need a label, which would name the other fields too
    <button
      ref={field.ref}
      type="button"
      role="checkbox"
      aria-checked={field.value}
      className={css.field}
      onBlur={field.onBlur}
      onClick={() => field.onChange(!field.value)}
    >
      <span aria-hidden className={css.box} />
      {t('newRequest.shared')}
    </button>
  );
}
