import { useRead } from '@tma/web/hooks/use-read';
import css from './outlines.module.css';
import { type Frame, pixelsOf } from './places.ts';

type Ring = readonly (readonly number[])[];

/** As the operator gave them (RFC 7946); the portal has checked them. */
interface File {
  features: readonly {
    geometry: { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] };
  }[];
}

async function readRings(path: string, signal: AbortSignal): Promise<Ring[]> {
  const answer = await fetch(path, { signal });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  const { features } = (await answer.json()) as File;
  return features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
  );
}

/** The outlines of tehsils that the operator gave: the only lines of an administration that a map shows. */
export function Outlines({ path, seen, onMissing }: { path: string; seen: Frame; onMissing: () => void }) {
  const read = async (signal: AbortSignal): Promise<Ring[]> => {
    try {
      return await readRings(path, signal);
    } catch (error) {
      if (signal.aborted) return [];
      console.warn('The outlines could not be read:', error instanceof Error ? error.message : error);
      onMissing();
      return [];
    }
  };
  const rings = useRead(path, read) ?? [];
  const lineOf = (ring: Ring) =>
    ring.map(([long = 0, lat = 0]) => pixelsOf({ lat, long }, seen).map((pixels) => pixels.toFixed(1))).join('L');
  return (
    <svg className={css.outlines} width="1" height="1" aria-hidden="true">
      <path d={rings.map((ring) => `M${lineOf(ring)}Z`).join('')} />
    </svg>
  );
}
