/** A report as operations take and return it. */
import { z } from 'zod';
import { binary, day, id, time } from '../scalars.ts';

/** The form of a new report. What it may say beside this schema, `services/reports/submission.ts` checks. */
export const ReportForm = z.object({
  issue: z.string(),
  location: z.string(),
  description: z.string(),
  name: z.string().optional(),
  status: z.string().optional(),
  userId: id.optional(),
  tehsil: z.string().optional(),
  schedule: day.optional(),
  image: binary,
  document: binary.optional(),
});

/** A report as residents see it; `user_id` is null in others' rows and after erasure. */
export const RequestRow = z
  .object({
    id,
    reference: z.string(),
    user_id: id.nullable(),
    issue: z.string(),
    description: z.string(),
    status: z.string(),
    location: z.string(),
    tehsil: z.string(),
    image: z.string(),
    created_at: time,
    updated_at: time,
    schedule: day.nullable(),
  })
  .meta({ id: 'RequestRow' });

/** A report as the administrators of its tehsil see it. `etag` is the strong ETag that PUT takes as If-Match. */
export const AdminReport = z
  .object({
    id,
    reference: z.string(),
    issue: z.string(),
    location: z.string(),
    description: z.string(),
    image: z.string(),
    document: z.string().nullable(),
    name: z.string(),
    status: z.string(),
    userId: id.nullable(),
    schedule: day.nullable(),
    tehsil: z.string(),
    created_at: time,
    updated_at: time,
    etag: z.string(),
  })
  .meta({ id: 'AdminReport' });
