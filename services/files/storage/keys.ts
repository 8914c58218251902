/** What files are called in the storage. */

/** The key of an original, spread over 256 folders by the random end of its id. */
export const originalKey = (id: string) => `originals/${id.slice(-2)}/${id}`;

export const originalId = (key: string) => key.slice(key.lastIndexOf('/') + 1);

/** The public renderings, by their longest side in pixels: the card in a list, the full view, the card if a browser saves data. */
export const widths = { card: 480, full: 1600, sparing: 240 } as const;

export type Size = keyof typeof widths;
export const sizes = Object.keys(widths) as Size[];

/** A picture with its public name, `<32 hex digits>.webp`. */
export interface Picture {
  id: string;
  public_name: string;
}

/** The folder of all renderings whose names begin with these two digits. */
export const renderingFolder = (digits: string) => `public/${digits}`;

export const renderingKey = (publicName: string, size: Size) =>
  `${renderingFolder(publicName.slice(0, 2))}/${publicName}.${widths[size]}`;

/** The public name in the key of a rendering, whatever its size. */
export const publicNameIn = (key: string) => key.slice(key.lastIndexOf('/') + 1, key.lastIndexOf('.'));
