/**
 * The map itself, by OpenLayers: loaded once somebody asks for a map. Without its controls, whose attribution is HTML in a string: that
 * ends at the portal's Trusted Types. What stands on the map are elements of the page, not of this canvas.
 */
import { boundingExtent } from 'ol/extent.js';
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js';
import DragPan from 'ol/interaction/DragPan.js';
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js';
import PinchZoom from 'ol/interaction/PinchZoom.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import OlMap from 'ol/Map.js';
import View from 'ol/View.js';
import type { Area } from '../area.ts';
import { type Flat, type Frame, flatOf, type Point, pointOf } from '../places.ts';
import { coloursOf, styleOf } from './style.ts';
import { openTiles } from './tiles.ts';

export interface Seen extends Frame {
  /** In CSS pixels. */
  width: number;
  height: number;
}

interface Drawing {
  area: Area;
  middle: Point;
  zoom: number;
  /** It can be looked at, and no more. */
  still: boolean;
  /** At each step of a movement. */
  onFrame: (seen: Seen) => void;
  /** Once it has come to rest. */
  onRest: (seen: Seen) => void;
  onTap: (point: Point) => void;
  /** The tiles cannot be read: what else is there is drawn. */
  onMissing: () => void;
}

export interface DrawnMap {
  show: (middle: Point) => void;
  /** As near as all of these are in view. */
  fit: (points: readonly Point[], options?: { atOnce: boolean }) => void;
  zoomBy: (levels: number) => void;
  /** By a share of what is in view. */
  panBy: (east: number, north: number) => void;
  /** Whether it can be seen from nearer still. */
  canZoomIn: () => boolean;
  /** In the colours and the language of the page. */
  redraw: (language: string) => void;
  end: () => void;
}

/** From a province to a front door. */
const zooms = { minZoom: 5, maxZoom: 19 };
/** A place by itself is not shown from nearer. */
const nearest = 17;

const duration = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200);

/** Draws into an element, which has the focus when the wheel is to zoom: otherwise it scrolls the page. */
export function drawMap(target: HTMLElement, { area, middle, zoom, still, ...tell }: Drawing): DrawnMap {
  const center = [...flatOf(middle)];
  const view = new View({ center, zoom, ...zooms, enableRotation: false, smoothExtentConstraint: false });
  const interactions = still ? [] : interactionsOn(target);
  const map = new OlMap({ target, view, controls: [], interactions, layers: [] });
  const seen = () => seenOn(map);
  map.on('postrender', () => tell.onFrame(seen()));
  map.on('moveend', () => tell.onRest(seen()));
  // A map without tiles is drawn once, and does not say that it has come to rest.
  map.once('postrender', () => tell.onRest(seen()));
  if (!still) map.on('singleclick', ({ coordinate: [east = 0, north = 0] }) => tell.onTap(pointOf([east, north])));
  const { aim, move } = movesOf(view);
  const tiles = drawTiles(map, target, area.tiles, tell.onMissing);

  return {
    show: (point) => move({ center: [...flatOf(point)] }),
    fit: (points, { atOnce } = { atOnce: false }) =>
      view.fit(boundingExtent(points.map((point) => [...flatOf(point)])), {
        padding: [56, 56, 56, 56],
        maxZoom: nearest,
        duration: atOnce ? 0 : duration(),
      }),
    zoomBy(levels) {
      const from = aim().zoom ?? view.getZoom() ?? zoom;
      move({ zoom: Math.min(Math.max(from + levels, zooms.minZoom), zooms.maxZoom) });
    },
    panBy(east, north) {
      const { middle, resolution, width, height } = seen();
      const [x = 0, y = 0] = aim().center ?? middle;
      move({ center: [x + east * width * resolution, y + north * height * resolution] });
    },
    canZoomIn: () => (view.getZoom() ?? 0) < zooms.maxZoom - 0.01,
    redraw: tiles.redraw,
    end: () => {
      tiles.end();
      map.setTarget(undefined);
      map.dispose();
    },
  };
}

function interactionsOn(target: HTMLElement) {
  const hasFocus = () => target.contains(document.activeElement);
  return [
    new DragPan(),
    new PinchZoom(),
    new DoubleClickZoom({ duration: duration() }),
    new MouseWheelZoom({ condition: hasFocus, duration: duration() }),
  ];
}

function seenOn(map: OlMap): Seen {
  const [width = 0, height = 0] = map.getSize() ?? [];
  const view = map.getView();
  const middle = (view.getCenter() ?? [0, 0]) as unknown as Flat;
  return { middle, resolution: view.getResolution() ?? 1, width, height };
}

/** Where a movement leads. Another one begins there, however soon it comes: ten quick presses are ten levels. */
interface Aim {
  zoom?: number;
  center?: number[];
}

function movesOf(view: View) {
  let aim: Aim = {};
  return {
    /** Empty at rest. */
    aim: () => aim,
    move(to: Aim) {
      const next = { ...aim, ...to };
      aim = next;
      view.cancelAnimations();
      view.animate({ ...next, duration: duration() }, () => {
        if (aim === next) aim = {};
      });
    },
  };
}

/** The operator's tiles in the colours and the language of the page. @param path null where there are none */
function drawTiles(map: OlMap, target: HTMLElement, path: string | null, onMissing: () => void) {
  let language = document.documentElement.lang;
  const ended = new AbortController();
  const { signal } = ended;
  const paint = () => {
    const font = getComputedStyle(target).fontFamily;
    for (const layer of map.getLayers().getArray())
      if (layer instanceof VectorTileLayer) layer.setStyle(styleOf(coloursOf(target), language, font));
  };
  const open = (from: string) =>
    openTiles(from, signal).then(
      (layer) => {
        // The page was left meanwhile.
        if (map.getTargetElement() !== target) return;
        map.addLayer(layer);
        paint();
      },
      (error: Error) => {
        console.warn('The tiles of the map could not be read:', error.message);
        onMissing();
      },
    );
  if (path) void open(path);
  const night = matchMedia('(prefers-color-scheme: dark)');
  night.addEventListener('change', paint, { signal });
  return {
    redraw: (now: string) => {
      language = now;
      paint();
    },
    end: () => ended.abort(),
  };
}
