/** What the files service answers to the reports service. */
import { z } from 'zod';
import { id } from '../scalars.ts';

/** A stored upload: its id, and for a picture its public path. */
export const Upload = z
  .object({
    id,
    path: z.string().nullable(),
    /** Of a picture of the finished work: what tells whether it is new. */
    proof: z
      .object({
        /** SHA-256 of the file, in hexadecimal digits. */
        sha256: z.string(),
        /** Whether the report's own picture is the same file. */
        isOwnPicture: z.boolean(),
        /** Reports of the tehsil with a picture that looks alike, the newest first, a few at most. */
        alike: z.array(id),
        /** When the camera says it was taken, without a zone, `YYYY-MM-DDThh:mm:ss`. */
        takenAt: z.string().nullable(),
      })
      .optional(),
  })
  .meta({ id: 'Upload' });
