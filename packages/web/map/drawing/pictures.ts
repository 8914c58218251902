import type ImageTile from 'ol/ImageTile.js';
import type Layer from 'ol/layer/Layer.js';
import TileLayer from 'ol/layer/Tile.js';
import XYZ from 'ol/source/XYZ.js';
import type Tile from 'ol/Tile.js';
import TileState from 'ol/TileState.js';
import { address, type ReadTile } from './tiles.ts';

export function pictureLayer(readTile: ReadTile, minZoom: number, maxZoom: number): Layer {
  const load = (asked: Tile, url: string) => {
    const tile = asked as ImageTile;
    readTile(url).then(
      (data) => {
        if (!data) return tile.setState(TileState.EMPTY);
        const image = tile.getImage() as HTMLImageElement;
        const source = URL.createObjectURL(new Blob([data]));
        for (const done of ['load', 'error'])
          image.addEventListener(done, () => URL.revokeObjectURL(source), { once: true });
        image.src = source;
      },
      () => tile.setState(TileState.ERROR),
    );
  };
  return new TileLayer({ source: new XYZ({ url: address, minZoom, maxZoom, tileLoadFunction: load }) });
}
