import { auditKinds } from '@tma/contracts/audit-kinds';
import { adminRow } from '@tma/contracts/examples/sample';
import { adminFilters } from '@tma/contracts/reports/statuses';
import { type ComponentType, createElement, type FunctionComponent } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { answer, draw, pagesInIt, untranslatedIn } from '../../testing/made-up-language.ts';
import { history, sessions, states } from '../../testing/numbered-reports.ts';

const session = { token: '1', tehsil: '4', expires: Number.POSITIVE_INFINITY, enrol: false, role: 'head' };
let current: typeof session | null = session;
vi.mock('@tma/web/session/admin-session', () => ({
  useAdminSession: () => current,
  removeAdminSession: () => {},
  onAdminChange: () => {},
}));
// It is drawn into the page's body, which there is none of.
vi.mock('@tma/web/ui/printed', () => ({ Printed: ({ children }: { children: unknown }) => children }));

const admins = [{ id: '00000000-0000-4000-8000-000000000007', name: '7', you: true }];
const [assignee = null] = admins;
const reports = [
  ...states.map((state) => ({ ...adminRow, name: 'User', assignee, ...state })),
  { ...adminRow, ...states[0], id: 'a', name: 'Deleted user', userId: null, document: null },
];
const counts = Object.fromEntries(adminFilters.map(({ name }, place) => [name, place]));
const listOf = (rows: object[], end: string | null) => ({ pages: [{ rows, end }], pageParams: [0] });
answer(['reports'], listOf(reports, '1'));
answer(['reports', session.token, 'today'], listOf([], null));
answer(['counts'], counts);
answer(['admins'], admins);
answer(['contact'], { contactNumber: '8' });
answer(['history'], history);
answer(['factor'], { active: true, recoveryCodesLeft: 8 });
answer(['sessions'], sessions);
answer(
  ['staff'],
  [true, false].map((you, place) => ({
    ...{ id: String(place), name: '7', email: '9', role: 'clerk', state: you ? 'active' : 'disabled', you },
    ...{ lastSeen: you ? '2026-11-21T09:30:00.000Z' : null, secondFactor: !you },
  })),
);
answer(['invitations'], [{ id: '1', email: '9', role: 'head', expiresAt: '2026-11-28T09:30:00.000Z', by: '7' }]);
answer(['invitation'], { email: '9', role: 'clerk', tehsil: '4' });
const entries = [
  ...[...auditKinds, 'unheard-of'].map((kind) => ({ kind, about: '1' })),
  ...['image', 'document', 'proof'].map((about) => ({ kind: 'file-refused', about })),
];
answer(['audit'], {
  pages: [entries.map((entry, seq) => ({ ...entry, seq, at: adminRow.created_at, by: null, detail: null }))],
  pageParams: [0],
});
answer(['deadlines'], [{ issue: adminRow.issue, days: 3 }]);
answer(
  ['holidays'],
  [
    { day: '2027-02-05', name: 'Kashmir Day', estimated: false },
    { day: '2027-03-10', name: 'Eid ul-Fitr', estimated: true },
  ],
);

let pages: Map<string, ComponentType>;
beforeAll(async () => {
  pages = await pagesInIt(() => import('./pages.ts'));
}, 60_000);
const pageAt = (path: string) => createElement(pages.get(path) ?? 'p');

/** The addresses of each page. */
const addresses: Readonly<Record<string, string[]>> = {
  '/adminsignin': ['/adminsignin'],
  '/adminsignup': ['/adminsignup'],
  '/adminrecover': ['/adminrecover'],
  '/adminreset': ['/adminreset', `/adminreset#${'1'.repeat(64)}`],
  '/adminCounter': ['/adminCounter'],
  '/adminStaff': ['/adminStaff'],
  '/adminjoin': ['/adminjoin', `/adminjoin#${'1'.repeat(64)}`],
  '/adminAccount': ['/adminAccount'],
  '/adminDashboard': [
    ...adminFilters.map(({ name }) => `/adminDashboard?filter=${name}`),
    `/adminDashboard?q=12&issue=Side+Walk+Repair&assignee=${assignee?.id}`,
  ],
  '/adminSettings': ['/adminSettings'],
  '/adminAudit': ['/adminAudit'],
  '/myadmin': ['/myadmin'],
};

it('no page is left out', () => {
  expect([...pages.keys()].sort()).toEqual(Object.keys(addresses).sort());
});

it.each(Object.entries(addresses))('%s is in it, whole', async (path, places) => {
  for (const place of places) {
    current = /sign/.test(path) ? null : session;
    const html = await draw(pageAt(path), place);
    expect(html.length, place).toBeGreaterThan(500);
    expect(untranslatedIn(html), place).toEqual([]);
  }
});

it('so is the page of a new tehsil for who is not signed in', async () => {
  current = null;
  expect(untranslatedIn(await draw(pageAt('/myadmin')))).toEqual([]);
});

const nothing = () => {};
const shared = { token: session.token, onClose: nothing };
const closing = { status: 'Closed', schedule: '', picture: { file: null, sent: null, before: null, unsure: false } };
const sheet = {
  query: { token: '1', filter: 'all', q: '12', issue: adminRow.issue, assignee: 'me' },
  rows: [
    new Map([
      ['reference', '1'],
      ['issue', adminRow.issue],
    ]),
  ],
  isCut: true,
  at: adminRow.created_at,
};
const notices = { heldBack: 2, changedAt: adminRow.created_at, isOutdated: true, saved: true, alike: '1' };

/** What opens, or replaces something, by a press: with what it is given. */
const parts: [name: string, load: () => Promise<object>, given: object[]][] = [
  ['Details', () => import('./dashboard/details.tsx'), reports.map((report) => ({ ...shared, report }))],
  [
    'EditDialog',
    () => import('./dashboard/edit-dialog.tsx'),
    reports.flatMap((report) => [
      { ...shared, report },
      { ...shared, report, unsaved: closing },
    ]),
  ],
  [
    'Conflict',
    () => import('./dashboard/conflict.tsx'),
    reports.map((theirs) => ({ ...shared, conflict: { theirs, yours: closing } })),
  ],
  ['Notices', () => import('./dashboard/notices.tsx'), [{ ...shared, ...notices, lostIssue: adminRow.issue }]],
  [
    'EmptyList',
    () => import('./dashboard/report-cards.tsx'),
    [{ filtered: false }, { filtered: true, onRetry: nothing }],
  ],
  [
    'RecoveryCodes',
    () => import('./account/recovery-codes.tsx'),
    (['done', 'again'] as const).map((next) => ({ codes: ['1-2'], next, onDone: nothing })),
  ],
  ['FactorSetUp', () => import('./account/factor-forms.tsx'), [{ ...shared, onConfirmed: nothing }]],
  ['RemoveFactor', () => import('./account/factor-forms.tsx'), [{ ...shared, onRemoved: nothing }]],
  ['PrintSheet', () => import('./dashboard/print-sheet.tsx'), [{ sheet, title: '', tehsil: '4', assignee: '7' }]],
];

it.each(parts)('%s is in the made-up language alone, in every state', async (name, load, given) => {
  const { ServerState } = await import('./server-state.tsx');
  const part = (await load()) as Record<string, FunctionComponent<object>>;
  for (const props of given) {
    const html = await draw(createElement(ServerState, null, createElement(part[name] ?? 'p', props)));
    expect(html.length).toBeGreaterThan(100);
    expect(untranslatedIn(html)).toEqual([]);
  }
});
