import { useT } from '../texts.ts';
import { Reading, Tile, Tiles } from './reading.tsx';

const parts = ['citizens', 'government', 'together'] as const;

export function About() {
  const t = useT();
  return (
    <Reading title={t('about.title')} lead={t('about.lead')}>
      <Tiles>
        {parts.map((part) => (
          <Tile key={part} title={t(`about.${part}.title`)} text={t(`about.${part}.text`)} />
        ))}
      </Tiles>
    </Reading>
  );
}
