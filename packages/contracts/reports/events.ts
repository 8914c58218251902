/** The events of the reports service. A later field is optional: events without it lie in Kafka for a week. */
import { z } from 'zod';
import { event, topics } from '../event.ts';
import { day, id, time } from '../scalars.ts';

const ofReports = { topic: topics.reports, source: '/services/reports' } as const;

const Reporter = z.object({ id, name: z.string(), email: z.string() });
const State = z.object({ status: z.string(), schedule: day.nullable() });

export const reportEvents = {
  ReportCreated: event({
    ...ofReports,
    summary: 'A resident submitted a report',
    data: z.object({
      id,
      reference: z.string(),
      issue: z.string(),
      location: z.string(),
      description: z.string(),
      /** The public path of the picture, and of the document if there is one. */
      image: z.string(),
      document: z.string().nullable(),
      name: z.string(),
      status: z.string(),
      userId: id.nullable(),
      schedule: day.nullable(),
      tehsil: z.string(),
      created_at: time,
      updated_at: time,
      reporter: Reporter,
      /** The uploads that now belong to the report. */
      imageId: id,
      documentId: id.nullable(),
    }),
  }),
  StatusChanged: event({
    ...ofReports,
    summary: "A report's status or schedule changed",
    data: z.object({
      id,
      reference: z.string(),
      issue: z.string(),
      tehsil: z.string(),
      from: State,
      to: State,
      /** Null once the reporter's account was erased: nobody is notified. */
      reporter: Reporter.nullable(),
      /** The administrator's id. */
      changedBy: z.string(),
    }),
  }),
};
