import { Construction, Droplets, Footprints, Lightbulb, Trash, Trees } from 'lucide';
import { useT } from '../texts.ts';
import { Reading, Tile, Tiles } from './reading.tsx';

const services = [
  ['streetLight', Lightbulb],
  ['dustbin', Trash],
  ['sidewalk', Footprints],
  ['pothole', Construction],
  ['drainage', Droplets],
  ['publicSpace', Trees],
] as const;

export function Services() {
  const t = useT();
  return (
    <Reading title={t('titles.services')} lead={t('services.lead')}>
      <Tiles>
        {services.map(([service, drawing]) => (
          <Tile
            key={service}
            drawing={drawing}
            title={t(`services.${service}.title`)}
            text={t(`services.${service}.text`)}
          />
        ))}
      </Tiles>
    </Reading>
  );
}
