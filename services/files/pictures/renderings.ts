/**
 * The public versions of a picture, by their longest side in pixels: for the card in a list, for the full view, and for the card
 * of who pays for each byte or waits for it.
 */
export const widths = { card: 480, full: 1600, sparing: 240 } as const;

export type Size = keyof typeof widths;
export const sizes = Object.keys(widths) as Size[];

/** An image with what it is called in public, `<32 hex digits>.webp`. */
export interface Picture {
  id: string;
  public_name: string;
}

/** The folder of all public versions whose names begin with these two digits. */
export const renderingFolder = (digits: string) => `public/${digits}`;

/** The key of a public version in the storage. */
export const renderingKey = (publicName: string, size: Size) =>
  `${renderingFolder(publicName.slice(0, 2))}/${publicName}.${widths[size]}`;

/** The public name in the key of a version, whatever its size. */
export const nameInKey = (key: string) => key.slice(key.lastIndexOf('/') + 1, key.lastIndexOf('.'));
