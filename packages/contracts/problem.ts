import { z } from 'zod';

/** RFC 9457 `application/problem+json`; `message` repeats `detail` for clients that read `message`. */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    message: z.string(),
    code: z.string(),
    requestId: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem' });

const weak_password = z.object({ reasons: z.array(z.string()) }).optional();

/** GoTrue's error, in the form since 2024-01-01 and in the one before. */
export const GoTrueError = z
  .union([
    z.object({ code: z.string(), message: z.string(), weak_password }),
    z.object({ code: z.int(), error_code: z.string(), msg: z.string(), weak_password }),
  ])
  .meta({ id: 'GoTrueError' });

/** Open311's errors (GeoReport v2); the code is the status. */
export const Open311Errors = z
  .array(z.object({ code: z.int(), description: z.string() }))
  .meta({ id: 'Open311Errors' });

export const PostgrestError = z
  .object({ code: z.string(), message: z.string(), details: z.string().nullable(), hint: z.string().nullable() })
  .meta({ id: 'PostgrestError' });
