import { statuses } from '@tma/contracts/reports/statuses';
import { Badge } from '@tma/web/reports/badge';
import { Brand } from '@tma/web/ui/brand';
import { Button, ButtonLink } from '@tma/web/ui/button';
import { Icon, type IconName } from '@tma/web/ui/icon';
import { MenuButton } from '@tma/web/ui/menu-button';
import css from './gallery.module.css';
import { Section } from './section.tsx';

const colours = [
  'ground',
  'surface',
  'sunken',
  'ink',
  'ink-soft',
  'line',
  'brand',
  'brand-soft',
  'deep',
  'danger',
  'success',
  'focus',
];
const icons: IconName[] = [
  'menu',
  'close',
  'pin',
  'calendar',
  'picture',
  'plus',
  'list',
  'dropped',
  'people',
  'mail',
  'phone',
  'clock',
];

/** Colours, the mark, icons, buttons and badges. */
export const Ground = () => (
  <>
    <Section title="Colours">
      {colours.map((name) => (
        <span key={name} className={css.swatch}>
          <span style={{ background: `var(--${name})` }} />
          <span>{name}</span>
        </span>
      ))}
    </Section>
    <Section title="Mark and icons">
      <Brand />
      {icons.map((name) => (
        <Icon key={name} name={name} />
      ))}
    </Section>
    <Section title="Buttons">
      <Button>Primary</Button>
      <Button look="quiet">Quiet</Button>
      <Button look="plain">Plain</Button>
      <Button busy>Signing In...</Button>
      <Button disabled>Disabled</Button>
      <ButtonLink to="/">Link</ButtonLink>
      <MenuButton open={false} controls="none" onToggle={() => {}} />
      <MenuButton open controls="none" onToggle={() => {}} />
    </Section>
    <Section title="Status badges">
      {[...statuses.map(({ name }) => name), 'Unknown'].map((status) => (
        <Badge key={status} status={status} />
      ))}
    </Section>
  </>
);
