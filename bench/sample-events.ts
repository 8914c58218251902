import { defaultStatus, issueNames } from '@tma/contracts';
import { v7 as uuid } from 'uuid';

/** CloudEvents of new reports as the outbox holds them, with payloads of about 1 KB. */
export const sampleEvents = (count: number, topic: string) =>
  Array.from({ length: count }, () => sampleEvent(uuid(), topic));

/** The event of one new report. */
export function sampleEvent(reportId: string, topic: string) {
  const id = uuid();
  const at = new Date().toISOString();
  const event = {
    specversion: '1.0',
    id,
    source: '/reports',
    type: 'ReportCreated',
    subject: reportId,
    time: at,
    datacontenttype: 'application/json',
    data: {
      ...sampleTexts,
      id: reportId,
      reference: 'TMA-7K2MQ9XD',
      image: `uploads/${id}.webp`,
      document: `download-pdf/${reportId}`,
      name: 'Sana Khan',
      status: defaultStatus,
      userId: id,
      schedule: null,
      tehsil: 'Mardan',
      created_at: at,
      updated_at: at,
      reporter: { id, name: 'Sana Khan', email: 'sana.khan@example.com' },
      imageId: id,
      documentId: id,
    },
  };
  return { id, topic, key: reportId, payload: JSON.stringify(event) };
}

export const sampleTexts = {
  issue: issueNames[0] ?? '',
  location: 'Bank Road, behind the post office',
  description: 'The light has been out for a week, and the road is dark from the bridge to the school.',
};
