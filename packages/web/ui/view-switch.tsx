import { useT } from '@tma/web/language/own-texts';
import type { View } from '@tma/web/view-query';
import { Button } from './button.tsx';
import css from './view-switch.module.css';

const views: readonly View[] = ['list', 'map'];

/** Shows the same reports as a list, or on a map. */
export function ViewSwitch({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  const t = useT();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in its line
    <div role="group" aria-label={t('view.label')} className={css.views}>
      {views.map((one) => (
        <Button key={one} look="quiet" aria-pressed={one === view} onClick={() => one !== view && onChoose(one)}>
          {t(`view.${one}`)}
        </Button>
      ))}
    </div>
  );
}
