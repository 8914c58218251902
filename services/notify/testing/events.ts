import { v7 as uuid } from 'uuid';

export const newAddress = () => `${uuid()}@example.org`;

/** What events with a link in their mail say. */
export const link = (email: string) => ({
  userId: uuid(),
  email,
  name: 'Sana',
  link: 'http://portal.test/reset-password?token_hash=x',
  expiresAt: new Date().toISOString(),
});

/** What `StatusChanged` says of the report with that number. */
export const change = (email: string, number: number) => ({
  id: uuid(),
  reference: `TMA-0000000${number}`,
  issue: 'Street Lights Repair',
  tehsil: 'Mardan',
  from: { status: 'Open', schedule: null },
  to: { status: 'Closed', schedule: null },
  reporter: { id: uuid(), name: 'Sana', email },
  changedBy: uuid(),
});
