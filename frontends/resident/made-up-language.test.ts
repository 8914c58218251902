import { closure, row } from '@tma/contracts/examples/sample';
import type { Profile } from '@tma/web/api/tables';
import type { WaitingReport } from '@tma/web/waiting-reports/report';
import { type ComponentType, createElement, type FunctionComponent } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { answer, draw, pagesInIt, untranslatedIn } from '../../testing/made-up-language.ts';
import { history, sessions, states } from '../../testing/numbered-reports.ts';

const user = { id: row.user_id, email: '1@2.3', email_confirmed_at: row.created_at, user_metadata: {} } as never;
const session = vi.hoisted(() => ({ status: 'present' }));
vi.mock('@tma/web/session/resident-session', () => ({
  useSession: () => ({ ...session, session: { user } }),
  onResidentChange: () => {},
  auth: {},
}));
vi.stubGlobal('sessionStorage', { getItem: () => '{}' });
vi.stubGlobal('location', { origin: '' });

const profile: Profile = {
  id: row.user_id,
  first_name: '',
  last_name: '',
  contact_number: '',
  tehsil: '4',
  location: '',
};
const reports = states.map((state) => ({ ...row, ...state }));
const listOf = (rows: object[]) => ({ pages: [{ rows, total: rows.length, seenAt: row.created_at }], pageParams: [0] });
answer(['reports'], listOf(reports));
answer(['reports', { status: 'Dropped' }], listOf([]));
answer(['reports', 'completed'], 2);
answer(['reports', 'waitingForYou'], 2);
answer(['profile'], profile);
answer(['account'], { email: '1@2.3', newEmail: '2@3.4' });
answer(['sessions'], sessions);
answer(['stats'], { resolved: 5 });
answer(['history'], history);
answer(['closure'], closure);

type Place = Parameters<typeof draw>[1];

/** Each page, as it is with these addresses and states of the navigation. */
const pagePlaces: Readonly<Record<string, { places?: Place[]; signedOut?: true }>> = {
  '/signin': {
    signedOut: true,
    places: [
      '/signin',
      '/signin#error_code=otp_expired',
      '/signin?confirmed=email',
      { pathname: '/signin', state: { tone: 'success', message: 'profile.deleted' } },
    ],
  },
  '/signup': { signedOut: true },
  '/email-verification': {
    signedOut: true,
    places: ['/email-verification', { pathname: '/email-verification', state: { email: '1@2.3' } }],
  },
  '/reset-password': { signedOut: true, places: ['/reset-password', '/reset-password#token_hash=1'] },
  '/profile': {},
  '/userDashboard': {
    places: ['complaint', 'mycomplaints', 'AllRequests', 'Dropped'].map((tab) => `/userDashboard?tab=${tab}`),
  },
  '/newrequest': {},
  '/allrequests': {},
};

let pages: Map<string, ComponentType>;
beforeAll(async () => {
  pages = await pagesInIt(() => import('./pages.ts'));
}, 60_000);
const pageAt = (path: string) => createElement(pages.get(path) ?? 'p');

it('no page is left out', () => {
  expect([...pages.keys()].sort()).toEqual(Object.keys(pagePlaces).sort());
});

it.each(Object.entries(pagePlaces))('%s is in it, whole', async (path, { places = [path], signedOut }) => {
  session.status = signedOut ? 'absent' : 'present';
  for (const place of places) {
    const html = await draw(pageAt(path), place);
    expect(html.length, JSON.stringify(place)).toBeGreaterThan(500);
    expect(untranslatedIn(html), JSON.stringify(place)).toEqual([]);
  }
});

it('so is a page while its session loads', async () => {
  session.status = 'loading';
  expect(untranslatedIn(await draw(pageAt('/profile')))).toEqual([]);
});

const waiting: WaitingReport = {
  userId: row.user_id,
  key: '1',
  values: { issue: row.issue, location: '2', description: '3' },
  fields: {},
  keptAt: 0,
  state: 'waiting',
};
const refusal = { status: 422, code: 'never_heard_of', message: 'Words of the server', errors: [] };
const waitingReports: WaitingReport[] = [
  waiting,
  { ...waiting, state: 'later' },
  { ...waiting, state: 'signedOut' },
  { ...waiting, state: 'unfinished', values: {} },
  { ...waiting, state: 'refused', refusal },
  { ...waiting, state: 'refused', refusal: { ...refusal, code: 'files_gone' } },
];
const nothing = () => {};

/** What opens, or replaces something, by a press: with what it is given. */
const parts: [name: string, load: () => Promise<object>, given: object[]][] = [
  [
    'OwnReport',
    () => import('./dashboard/own-report.tsx'),
    reports.map((report) => ({ report, userId: '1', onClose: nothing })),
  ],
  [
    'InviteDialog',
    () => import('./dashboard/invite-dialog.tsx'),
    [{ email: '1@2.3', onClose: nothing, onSent: nothing }],
  ],
  ['RemoveDialog', () => import('./waiting-reports/waiting-cards.tsx'), [{ onClose: nothing, onRemove: nothing }]],
  ['LeaveDialog', () => import('@tma/web/ui/leave-dialog'), [{ title: '', onLeave: nothing, onStay: nothing }]],
  [
    'WaitingCard',
    () => import('./waiting-reports/waiting-card.tsx'),
    waitingReports.map((report) => ({ report, onRemove: nothing })),
  ],
  [
    'WaitingNotice',
    () => import('./new-request/waiting-notice.tsx'),
    [{ isSending: true, needsSignIn: true, onAnother: nothing }],
  ],
];

it.each(parts)('%s is in the made-up language alone, in every state', async (name, load, given) => {
  const { ServerState } = await import('./server-state.tsx');
  const part = (await load()) as Record<string, FunctionComponent<object>>;
  for (const props of given) {
    const drawn = createElement(part[name] ?? 'p', props);
    const html = await draw(createElement(ServerState, null, drawn));
    expect(html.length).toBeGreaterThan(200);
    expect(untranslatedIn(html)).toEqual([]);
  }
});

it('so is the form of a new report, for each type', async () => {
  const { issueNames } = await import('@tma/contracts/reports/issues');
  const { NewRequestForm } = await import('./new-request/form.tsx');
  const { ServerState } = await import('./server-state.tsx');
  const { newDraft } = await import('./new-request/stored-draft.ts');
  for (const issue of ['', ...issueNames]) {
    const draft = { ...newDraft().draft, issue };
    const form = createElement(NewRequestForm, { user, stored: { key: '1', draft }, onStartOver: nothing });
    expect(untranslatedIn(await draw(createElement(ServerState, null, form))), issue).toEqual([]);
  }
});
