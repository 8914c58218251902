import { Construction, Droplets, Footprints, Lightbulb, Trash, Trees } from 'lucide';
import { useT } from '../texts.ts';
import { Reading, Tiles } from './reading.tsx';

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
      <Tiles of={services} words={(name, part) => t(`services.${name}.${part}`)} />
    </Reading>
  );
}
