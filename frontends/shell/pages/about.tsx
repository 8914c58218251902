import { Handshake, Landmark, Users } from 'lucide';
import { useT } from '../texts.ts';
import { Reading, Tile, Tiles } from './reading.tsx';

const parts = [
  ['citizens', Users],
  ['government', Landmark],
  ['together', Handshake],
] as const;

export function About() {
  const t = useT();
  return (
    <Reading title={t('titles.about')} lead={t('about.lead')}>
      <Tiles>
        {parts.map(([part, drawing]) => (
          <Tile key={part} drawing={drawing} title={t(`about.${part}.title`)} text={t(`about.${part}.text`)} />
        ))}
      </Tiles>
    </Reading>
  );
}
