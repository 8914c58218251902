import { Handshake, Landmark, Users } from 'lucide';
import { useT } from '../texts.ts';
import { Reading, Tiles } from './reading.tsx';

const parts = [
  ['citizens', Users],
  ['government', Landmark],
  ['together', Handshake],
] as const;

export function About() {
  const t = useT();
  return (
    <Reading title={t('titles.about')} lead={t('about.lead')}>
      <Tiles of={parts} words={(name, part) => t(`about.${name}.${part}`)} />
    </Reading>
  );
}
