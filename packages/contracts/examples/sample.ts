const tehsil = 'Rustam Khel';

/**
 * The people and the report of the examples. The server chooses ids, tokens and references: a player of the examples
 * replaces these by the server's.
 */
export const sample = {
  tehsil,
  secretKey: 'the admin secret key',
  password: 'a lantern by the canal',
  resident: {
    id: '019aa5d2-41c0-7b3e-9f00-5d2c8e6a1b01',
    email: 'amina.khan@example.com',
    first_name: 'Amina',
    last_name: 'Khan',
    contact_number: '+92 300 0000000',
    tehsil,
    location: 'Bank Road',
  },
  phone: '+923001234567',
  neighbour: 'bilal.shah@example.com',
  admin: {
    id: '019aa5dc-7702-7b8a-8c55-0e9d1f2a3b4c',
    email: 'farid.gul@example.com',
    firstName: 'Farid',
    lastName: 'Gul',
  },
  colleague: {
    id: '019aa5de-1a20-7c4d-8e5f-6a7b8c9d0e1f',
    email: 'rabia.noor@example.com',
    firstName: 'Rabia',
    lastName: 'Noor',
  },
  invitations: ['019aa5dd-3b30-7d5e-9f60-7b8c9d0e1f2a', '019aa5df-4c41-7e6f-8a71-8c9d0e1f2a3b'],
  sessions: ['019aa5e0-5a11-7c01-8d02-3b4c5d6e7f80', '019aa5d3-1b22-7d13-9e04-4c5d6e7f8091'],
  report: {
    id: '019aa5d9-0c2d-7275-94d6-a1714f6680c7',
    reference: 'TMA-7CV3X4JW',
    issue: 'Street Lights Repair',
    location: 'Canal Road, near the bridge',
    description: 'The light has been dark for a week.',
    picture: '6221d9a744ea94933195cecc679308eb.webp',
    proof: '0b7fd2c1a95e4a3c8f60d1e2b3c4a596.webp',
  },
  /** The report that the office wrote down. */
  atCounter: '019aae41-7a11-7c20-9d31-4e5f60718293',
  /** What another system has, and the report that it brings. */
  system: {
    id: '019aae52-1c31-7a40-8b52-9c6d7e8f9a0b',
    name: 'City app',
    key: 'tma_ZG8gbm90IHVzZSB0aGlzIG9uZSwgaXQgaXMgb25seSBoZXJl',
    reference: 'TMA-5QW8ER2T',
  },
  /** From answers and mails. */
  residentToken: 'eyJhbGciOiJFUzI1NiJ9.a-residents-claims.signature',
  refreshToken: 'CtV8K2U5ncLz6jNKsGtmA4bcdFPfg1Js',
  adminToken: 'eyJhbGciOiJFUzI1NiJ9.an-administrators-claims.signature',
  factorSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  confirmationToken: 'Mc5a0Sc5gg7s7V3crwCTNRWM7tBViZkE',
  recoveryToken: 'z6HM4Z60mOgxOA4bH3aaVGh9iUtbbClZ',
  adminRecoveryToken: 'AZqmtUqLcN2V0b8oJkQ3rT6yU9iO2pA5sD7fG4hJ1kL3zX6cV8bNd9Rg1TfWq4Ke',
  staffToken: 'AZql3TswfV6fYHuMnQ4fKm3rT6yU9iO2pA5sD7fG4hJ1kL3zX6cV8bNd9Rg1TfWq',
  closureToken: 'AZqmtxxwfDqb9QB8LY5q0Mwv1b8oJkQ3rT6yU9iO2pA5sD7fG4hJ1kL3zX6cV8bN',
  unsubscribeToken: 'YmlsYWwuc2hhaEBleGFtcGxlLmNvbQ.5NWGSBJEcKfeaYQX3CMYBJVue7hVmo3k',
} as const;

export const times = {
  joined: '2026-11-21T09:30:00.000Z',
  confirmed: '2026-11-21T09:31:40.000Z',
  invited: '2026-11-30T04:10:00.000Z',
  reported: '2026-11-21T09:40:12.000Z',
  assigned: '2026-11-23T04:10:00.000Z',
  noted: '2026-11-23T04:12:00.000Z',
  proved: '2026-11-23T06:04:30.000Z',
  closed: '2026-11-23T06:05:00.000Z',
  answerBy: '2026-12-07T06:05:00.000Z',
  answered: '2026-11-23T15:20:00.000Z',
} as const;

const { resident, report } = sample;

const { email: _address, ...profile } = resident;

export { profile };

const { id, reference, issue, location, description } = report;

/** A new report, as far as residents and administrators see the same. */
const seenByAll = {
  id,
  reference,
  issue,
  location,
  description,
  image: `uploads/${report.picture}`,
  status: 'Open',
  schedule: null,
  tehsil,
  created_at: times.reported,
  updated_at: times.reported,
  due: '2026-11-25',
  closure: null,
  proof: null,
  disputes: 0,
  phase: 'open' as const,
  lat: null,
  long: null,
  accuracy: null,
  supports: 0,
  hidden: false,
  shared: false,
};

/** As residents see it. */
export const row = { ...seenByAll, user_id: resident.id, duplicate_of: null, hidden_reason: null };

/** As administrators see it. */
export const adminRow = {
  ...seenByAll,
  document: `download-pdf/${id}`,
  name: `${resident.first_name} ${resident.last_name}`,
  userId: resident.id,
  etag: '"1"',
  overdue: false,
  assignee: null,
  duplicateOf: null,
  via: 'portal' as const,
  hiddenReason: null,
  proofRequired: false,
  proofWaiting: null,
};

/** The report's closure, before its reporter has answered. */
export const closure = {
  attempt: 1,
  state: 'claimed' as const,
  proof: `uploads/${report.proof}`,
  claimedAt: times.closed,
  answerBy: times.answerBy,
  answeredAt: null,
  reason: null,
  disputes: 0,
};
