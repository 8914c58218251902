import { defaultStatus, issueNames } from '@tma/contracts';
import { v7 as uuid } from 'uuid';
import type { NewReport } from '../services/reports/submit/save-report.ts';

let made = 0;

/** A report as read from its form, each of another person. */
export function newReport(tehsil: string): NewReport {
  const [id, userId] = [uuid(), uuid()];
  const profile = { first_name: 'Sana', last_name: 'Khan', contact_number: '0300 1234567', tehsil, location: '' };
  return {
    id,
    caller: { audience: 'resident', id: userId, email: `${userId}@example.com`, sessionId: id, token: '', profile },
    key: null,
    submission: {
      issue: issueNames[made++ % issueNames.length] ?? '',
      location: 'Bank Road, behind the post office',
      description: 'The light has been out for a week, and the road is dark from the bridge to the school.',
      tehsil,
      name: 'Sana Khan',
      status: defaultStatus,
      schedule: null,
    },
    image: { id, path: `uploads/${id}.webp` },
    documentId: null,
  };
}
