import { useEffect, useState } from 'react';
import css from './outlines.module.css';
import { type Frame, pixelsOf } from './places.ts';

type Ring = readonly (readonly number[])[];

/** As the operator gave them (RFC 7946); the portal has checked them. */
interface File {
  features: readonly {
    geometry: { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] };
  }[];
}

async function readRings(path: string): Promise<Ring[]> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  const { features } = (await answer.json()) as File;
  return features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
  );
}

/** The outlines of tehsils that the operator gave: the only lines of an administration that a map shows. */
export function Outlines({ path, seen, onMissing }: { path: string; seen: Frame; onMissing: () => void }) {
  const [rings, setRings] = useState<Ring[]>([]);
  useEffect(() => {
    let mounted = true;
    readRings(path).then(
      (read) => mounted && setRings(read),
      (error: Error) => {
        console.warn('The outlines could not be read:', error.message);
        if (mounted) onMissing();
      },
    );
    return () => {
      mounted = false;
    };
  }, [path, onMissing]);
  const lineOf = (ring: Ring) =>
    ring.map(([long = 0, lat = 0]) => pixelsOf({ lat, long }, seen).map((pixels) => pixels.toFixed(1))).join('L');
  return (
    <svg className={css.outlines} width="1" height="1" aria-hidden="true">
      <path d={rings.map((ring) => `M${lineOf(ring)}Z`).join('')} />
    </svg>
  );
}
