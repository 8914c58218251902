import { useT } from '../texts.ts';
import { Reading, Tile, Tiles } from './reading.tsx';

const services = ['streetLight', 'dustbin', 'sidewalk', 'pothole', 'drainage', 'publicSpace'] as const;

export function Services() {
  const t = useT();
  return (
    <Reading title={t('services.title')} lead={t('services.lead')}>
      <Tiles>
        {services.map((service) => (
          <Tile key={service} title={t(`services.${service}.title`)} text={t(`services.${service}.text`)} />
        ))}
      </Tiles>
    </Reading>
  );
}
