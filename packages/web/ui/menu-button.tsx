import { useT } from '@tma/web/language/own-texts';
import { Icon } from './icon.tsx';
import css from './menu-button.module.css';

interface MenuButtonProps {
  open: boolean;
  /** The id of the element that it opens. */
  controls: string;
  onToggle: () => void;
}

/** Opens and closes a folded menu or sidebar. */
export function MenuButton({ open, controls, onToggle }: MenuButtonProps) {
  const t = useT();
  return (
    <button type="button" className={css.toggle} aria-expanded={open} aria-controls={controls} onClick={onToggle}>
      <Icon name={open ? 'close' : 'menu'} />
      <span>{t('ui.menu')}</span>
    </button>
  );
}
