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

/** The key of a public version in the storage. */
export const renderingKey = (publicName: string, size: Size) =>
  `public/${publicName.slice(0, 2)}/${publicName}.${widths[size]}`;
