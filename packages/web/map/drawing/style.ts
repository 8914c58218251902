/**
 * How vector tiles in the layers of Protomaps are drawn (https://docs.protomaps.com/basemaps/layers). `boundaries` is not: what border
 * a map shows in Pakistan is for the Survey to clear, and no tile says whether it did (docs/operator.md).
 */
import type { FeatureLike } from 'ol/Feature.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style, { type StyleFunction } from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';

/** The colours of the map, which a style sheet gives by day and by night (`../colours.css`). */
const names = ['earth', 'green', 'water', 'building', 'road', 'main-road', 'edge', 'text', 'halo'] as const;
type Colours = Record<(typeof names)[number], string>;

export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--map-${name}`)])) as Colours;
}

const greens = /park|garden|forest|wood|grass|farm|scrub|orchard|cemetery|recreation|pitch|meadow|village_green/;

/** Widths of roads on a street's level, in CSS pixels; half of that two levels further out. */
const roadWidths: Readonly<Record<string, number>> = { highway: 7, major_road: 6, minor_road: 3.5, path: 1, rail: 1 };

/** Metres of the map in a CSS pixel, from which on a layer is worth its ink. */
const atStreets = 5;
const atTown = 40;

type Draw = (feature: FeatureLike, resolution: number) => Style | Style[] | undefined;

/** @param language whose names are preferred, `ur`; else what stands on the spot */
export function styleOf(colours: Colours, language: string, font: string): StyleFunction {
  const fill = (color: string) => new Style({ fill: new Fill({ color }) });
  const [earth, green, water, building] = [colours.earth, colours.green, colours.water, colours.building].map(fill);
  const label = labels(colours, language, font);
  const draw: Readonly<Record<string, Draw>> = {
    earth: () => earth,
    landcover: (feature) => (greens.test(String(feature.get('kind'))) ? green : undefined),
    landuse: (feature) => (greens.test(String(feature.get('kind'))) ? green : undefined),
    // As a line it is a canal or a stream; its polygons have no stroke.
    water: (feature) =>
      /Polygon/.test(feature.getGeometry()?.getType() ?? '')
        ? water
        : new Style({ stroke: new Stroke({ color: colours.water, width: 2 }) }),
    buildings: (_feature, resolution) => (resolution < atStreets ? building : undefined),
    roads: roads(colours, label),
    places: (feature, resolution) => label(feature, resolution > atTown ? 13 : 15, 5),
    pois: (feature, resolution) => (resolution < atStreets / 2 ? label(feature, 12, 4) : undefined),
  };
  return (feature, resolution) => draw[String(feature.get('layer'))]?.(feature, resolution);
}

type Label = (feature: FeatureLike, size: number, zIndex: number) => Style | undefined;

/** At a point, also of roads: along a line each letter would be set by itself, and Urdu's are joined. */
const labels =
  (colours: Colours, language: string, font: string): Label =>
  (feature, size, zIndex) => {
    const text: unknown = feature.get(`name:${language}`) ?? feature.get('name');
    if (typeof text !== 'string' || text === '') return undefined;
    const halo = new Stroke({ color: colours.halo, width: 3 });
    return new Style({
      zIndex,
      text: new Text({ text, font: `${size}px ${font}`, fill: new Fill({ color: colours.text }), stroke: halo }),
    });
  };

const roads =
  (colours: Colours, label: Label): Draw =>
  (feature, resolution) => {
    const kind = String(feature.get('kind'));
    const width = (roadWidths[kind] ?? 2) * Math.min(1, Math.sqrt(atStreets / resolution));
    const isMain = kind === 'highway' || kind === 'major_road';
    if (!isMain && resolution > atTown) return undefined;
    const line = (color: string, lineWidth: number, zIndex: number) =>
      new Style({ zIndex, stroke: new Stroke({ color, width: lineWidth, lineCap: 'round', lineJoin: 'round' }) });
    const lines = [line(colours.edge, width + 1.5, 1), line(isMain ? colours['main-road'] : colours.road, width, 2)];
    const name = resolution < (isMain ? 2 * atStreets : atStreets) ? label(feature, 12, 3) : undefined;
    return name ? [...lines, name] : lines;
  };
