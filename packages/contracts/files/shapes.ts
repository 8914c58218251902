/** What the files service answers to the reports service. */
import { z } from 'zod';
import { id } from '../scalars.ts';

/**
 * Two pictures are the same to the eye when their hashes differ in at most so many of 64 bits (docs/decisions/039-a-proof-is-a-new-picture.md).
 */
export const sameWithinBits = 2;

/** The difference hash of a picture. */
const pictureHash = z.string().regex(/^[01]{64}$/);

/** A stored upload: its id, and for a picture its public path. */
export const Upload = z
  .object({
    id,
    path: z.string().nullable(),
    /** For a picture of the finished work: whether it is new. */
    proof: z
      .object({
        /** SHA-256 of the file, in hexadecimal digits. */
        sha256: z.string(),
        /** Whether the report's own picture is the same, by its bytes or to the eye. */
        isOwnPicture: z.boolean(),
        /** Null if the picture has too little contrast to compare. */
        hash: pictureHash.nullable().default(null),
        /** The hashes that it would have with a little more or less of its sides. */
        cropped: z.array(pictureHash).max(100).default([]),
        /** Reports of the tehsil with a picture that looks alike, the newest first, a few at most. */
        alike: z.array(id),
        /** When the camera says it was taken, without a zone, `YYYY-MM-DDThh:mm:ss`. */
        takenAt: z.string().nullable(),
      })
      .optional(),
  })
  .meta({ id: 'Upload' });

/** The map that pages draw. */
export const MapOfArea = z
  .object({
    /** The path of the tiles; null where there are none. */
    tiles: z.string().nullable(),
    /** The attribution that has to be shown, as plain text. */
    attribution: z.string(),
    /**
     * Longitude and latitude, degrees of WGS 84. An array of two items, as many readers of OpenAPI do not support
     * tuples.
     */
    centre: z.array(z.number()).length(2).nullable(),
    /** The zoom level at which the map is shown first. */
    zoom: z.number(),
    /** The path of the outlines of tehsils; null where there are none. */
    outlines: z.string().nullable(),
  })
  .meta({ id: 'MapOfArea' });
export type MapOfArea = z.infer<typeof MapOfArea>;
