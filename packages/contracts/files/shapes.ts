/** What the files service answers to the reports service. */
import { z } from 'zod';
import { id } from '../scalars.ts';

/** A stored upload: its id, and for a picture its public path. */
export const Upload = z.object({ id, path: z.string().nullable() }).meta({ id: 'Upload' });
