/** The sample tehsil of the pictures: its people, their reports, and what the administration did with them. */
import type { Browser, Page } from 'playwright-core';
import { withClient } from '../../infra/deploy/cluster.store.ts';
import { lastRunning } from '../../infra/run/run-file.ts';
import { dueOf } from '../../infra/seed/dues.store.ts';
import { fillReports } from '../../infra/seed/fill.ts';
import { invite, joinStaff } from '../admins.ts';
import { call, idIn, join, joinAdmin } from '../calls.ts';
import { addProof } from '../closures.ts';
import { type Portal, password, type Resident } from '../people.ts';
import { changeReport, type Report, submitReport } from '../reports.ts';
import { age } from './age.store.ts';
import { type Drawing, drawings } from './drawings.ts';

const person = (firstName: string, number: number, location: string): Resident => ({
  firstName,
  lastName: 'Example',
  email: `${firstName.toLowerCase()}@example.com`,
  phone: `0300 00000${String(number).padStart(2, '0')}`,
  password,
  tehsil: 'Mardan',
  location,
});
const noor = person('Noor', 1, 'Canal Road');
const zara = person('Zara', 2, 'Sector B, block 12');
const amal = person('Amal', 3, 'Main Bazaar');

/** People who sign up or register while the pictures are taken. */
export const newcomer = person('Hina', 4, 'College Chowk');
export const clerk: Resident = { ...person('Office', 5, ''), email: 'office@example.com' };

/** The day `days` from now in the portal's time zone, `YYYY-MM-DD`. */
export const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Karachi' }).format(Date.now() + days * 86_400_000);

interface Plan {
  by: Resident;
  issue: string;
  location: string;
  description: string;
  drawing: Drawing;
  /** Before today on which it came in. What is edited in a picture is of today: see `age`. */
  daysAgo: number;
  papers?: true;
  /** The finished work, sent before the changes. */
  proof?: Drawing;
  /** One after the other. */
  changes?: { status?: string; schedule?: string }[];
  /** Whose it becomes. */
  assignee?: keyof Tokens;
  /** The colleague's, for administrators, and a message to the reporter. */
  note?: string;
  message?: string;
}

/** The oldest first. */
const plans: readonly Plan[] = [
  {
    by: zara,
    issue: 'Trash : Bin Replacement',
    location: 'Main Bazaar, opposite the bakery',
    description: 'The lid has broken off and the wind carries what is in it into the shops.',
    drawing: 'bin',
    daysAgo: 12,
    changes: [{ status: 'Closed' }],
  },
  {
    by: amal,
    issue: 'Traffic signals Issue',
    location: 'College Chowk',
    description: 'The signal shows all three colours at once. Cars drive as they like.',
    drawing: 'signal',
    daysAgo: 11,
    changes: [{ status: 'Dropped' }],
  },
  {
    by: noor,
    issue: 'Side Walk Repair',
    location: 'Bank Road, near the post office',
    description: 'Two slabs are broken and one is missing. Whoever walks there at night does not see the hole.',
    drawing: 'slabs',
    daysAgo: 9,
    proof: 'slabs-mended',
    changes: [{ schedule: dayIn(0) }, { status: 'In Progress' }, { status: 'Closed' }],
  },
  {
    by: zara,
    issue: 'Limit Certificate',
    location: 'Sector B, block 12, plot 7',
    description:
      'I want to build a wall around my plot and ask for the certificate of its limits. The plan is with it.',
    drawing: 'plan',
    daysAgo: 30,
    assignee: 'colleague',
    papers: true,
    changes: [{ schedule: dayIn(6) }],
  },
  {
    by: amal,
    issue: 'Trash : Waste water Blockage',
    location: 'Mohalla Sheikhan, street 4',
    description: 'The drain is blocked and the water stands on the road, in front of four houses.',
    drawing: 'drain',
    daysAgo: 0,
    assignee: 'crew',
  },
  {
    by: noor,
    issue: 'Water Supply Problem',
    location: 'Canal Road, house 21',
    description: 'The pipe at the corner leaks since the weekend. The road is under water and the taps are dry.',
    drawing: 'water',
    daysAgo: 5,
    assignee: 'office',
    note: 'The crew was there at eight. It needs a new joint, which is ordered.',
    message: 'The part comes tomorrow. Until then a tanker stands at the corner.',
    changes: [{ schedule: dayIn(0), status: 'In Progress' }],
  },
  {
    by: noor,
    issue: 'Street Lights Repair',
    location: 'Canal Road, second bridge',
    description: 'Three lights in a row are out since Monday. It is dark from the corner to the school.',
    drawing: 'lamp',
    daysAgo: 0,
    papers: true,
    assignee: 'crew',
    changes: [{ schedule: dayIn(0) }],
  },
];

export interface SampleTehsil {
  resident: Resident;
  /** The administrator's token, and another's of the same tehsil. */
  office: string;
  colleague: string;
  /** The token of one of the crew, and the link of somebody who is invited and has not joined. */
  crew: string;
  invitation: string;
  /** The files of the new request form. */
  jpeg: Buffer;
  pdf: Buffer;
  /** A picture of finished work that nobody has sent yet. */
  work: Buffer;
}

/** A tehsil of its own for figures of two years. */
export const crowded = 'Takht Bhai';

/** Fills an empty portal. */
export async function createSampleTehsil(portal: Portal, browser: Browser): Promise<SampleTehsil> {
  const page = await browser.newPage({ viewport: { width: 900, height: 600 } });
  const pdf = await page.pdf();
  const office = await joinAdmin(portal, clerk);
  const colleague = await joinAdmin(portal, { ...clerk, firstName: 'Colleague', email: 'colleague@example.com' });
  const crew = await joinStaff(portal, office, person('Bilal', 6, ''), 'crew');
  await joinStaff(portal, office, person('Sana', 7, ''), 'clerk');
  const invitation = await invite(portal, office, person('Hamid', 8, '').email, 'clerk');
  const tokens: Tokens = { office, colleague, crew };
  const running = await lastRunning(portal.dataDir);
  if (!running) throw new Error('The portal has no run file.');
  const { reports } = running.databases;
  const residents = new Map<Resident, string>();
  for (const one of [noor, zara, amal]) residents.set(one, await join(portal, one));
  for (const plan of plans) {
    const jpeg = await draw(page, plan.drawing);
    const { by, issue, location, description, papers } = plan;
    const texts = { issue, location, description };
    const report = await submitReport(portal, residents.get(by) ?? '', jpeg, texts, papers && { pdf });
    const due = dueOf(dayIn(-plan.daysAgo), issue);
    if (plan.daysAgo > 0) await withClient(reports, (client) => age(client, report.id, plan.daysAgo, due));
    if (plan.proof) await addProof(portal, office, report, await draw(page, plan.proof));
    for (const change of plan.changes ?? []) await changeReport(portal, office, report.id, change);
    await work(portal, tokens, report, plan);
  }
  const people = { seed: 1, tehsils: [crowded], residents: 20 };
  await fillReports(reports, people, 800, ['uploads/none.webp'], () => {});
  const [jpeg, done] = [await draw(page, 'lamp'), await draw(page, 'lamp-mended')];
  await page.close();
  return { resident: noor, office, colleague, crew, invitation, jpeg, work: done, pdf };
}

type Tokens = Record<'office' | 'colleague' | 'crew', string>;

/** Assigns a report and writes what its plan has of notes. */
async function work(portal: Portal, tokens: Tokens, { id }: Report, { assignee, note, message }: Plan) {
  const path = `/reports/${id}`;
  const json = { assignee: assignee && idIn(tokens[assignee]) };
  if (assignee) await call(portal, `${path}/assignee`, { method: 'PUT', token: tokens.colleague, json });
  if (note) await call(portal, `${path}/notes`, { token: tokens.colleague, json: { text: note } });
  if (message) await call(portal, `${path}/notes`, { token: tokens.colleague, json: { text: message, public: true } });
}

async function draw(page: Page, drawing: Drawing): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 600" width="900" height="600">${drawings[drawing]}</svg>`;
  await page.setContent(`<body style="margin:0">${svg}`);
  return page.screenshot({ type: 'jpeg', quality: 90 });
}
