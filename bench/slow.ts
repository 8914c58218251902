/** The portal at the speed of 2G: when Home can be read, when the dashboard shows its first cards, how long a report takes. */
import type { BrowserContext, Page } from 'playwright-core';
import { password } from '../infra/seed/fill.ts';
import { residentEmail } from '../infra/seed/people.store.ts';
import { picture } from '../services/files/testing/samples.ts';
import { slowly } from '../testing/requests.ts';
import { speed2G, startSlowLine } from '../testing/slow-line.ts';
import { inFilledPortal, signedIn } from './filled-portal.ts';
import type { Row } from './measure.ts';

/** Longer than anything takes that is measured, in milliseconds. */
const patience = 180_000;
const email = residentEmail(1, 1);
const dashboard = '/userDashboard?tab=mycomplaints';

type Line = Awaited<ReturnType<typeof startSlowLine>>;
type State = Awaited<ReturnType<typeof signedIn>>;

export const bench = (): Promise<Row[]> =>
  inFilledPortal(async ({ browser, portal, print }) => {
    const line = await startSlowLine(portal, speed2G);
    const open = async (state?: State) => {
      const context = await browser.newContext({ viewport: { width: 375, height: 800 }, storageState: state });
      context.setDefaultTimeout(patience);
      await context.addInitScript(tellSpeed);
      return context;
    };
    try {
      print('Home and the dashboard at the speed of 2G');
      const visitor = await open();
      const home = await visit(visitor, line, '/', readable);
      const homeAgain = await visit(visitor, line, '/', readable);
      await visitor.close();

      const state = moved(await signedIn(browser, `${portal}/signin`, email, '**/userDashboard*'), line.url);
      const resident = await open(state);
      const first = await visit(resident, line, dashboard, firstCard);
      const second = await visit(resident, line, dashboard, firstCard);
      await resident.close();

      const newcomer = await open();
      const afterSignIn = await signInThere(newcomer, line);
      await newcomer.close();

      print('a report with a photograph');
      return [
        ...rowsOf('Home, first visit: readable', home, 5),
        ...rowsOf('Home, second visit: readable', homeAgain, 5),
        ...rowsOf('Dashboard, nothing loaded before: first card', first),
        ...rowsOf('Dashboard, from the press of Sign In: first card', afterSignIn, 15),
        ...rowsOf('Dashboard, second visit: first card', second, 15),
        await sendPhoto(await open(state), line.url),
      ];
    } finally {
      line.stop();
    }
  });

/** A browser on 2G says so; it measures that over days, and nothing on this machine. */
const tellSpeed = () =>
  Object.defineProperty(navigator, 'connection', { value: { saveData: false, effectiveType: '2g', downlink: 0.05 } });

/** What a browser has stored of the portal, as of another address of it. */
const moved = (state: State, url: string): State => ({
  ...state,
  origins: state.origins.map((stored) => ({ ...stored, origin: url })),
});

interface Took {
  ms: number;
  bytes: number;
}

/** @param goal in seconds */
function rowsOf(name: string, { ms, bytes }: Took, goal?: number): Row[] {
  const seconds = ms / 1000;
  const value = `${seconds.toFixed(1)} s, ${(bytes / 1000).toFixed(0)} KB`;
  return [goal === undefined ? { name, value, goal: '' } : { name, value, goal: `<= ${goal} s`, met: seconds <= goal }];
}

/** Milliseconds and bytes from the begin of something to its end. */
async function timed(line: Line, work: () => Promise<unknown>): Promise<Took> {
  const [begun, before] = [performance.now(), line.received()];
  await work();
  return { ms: performance.now() - begun, bytes: line.received() - before };
}

async function visit(context: BrowserContext, line: Line, path: string, seen: (page: Page) => Promise<unknown>) {
  const page = await context.newPage();
  const took = await timed(line, async () => {
    await page.goto(line.url + path, { waitUntil: 'commit' });
    await seen(page);
  });
  // What still comes belongs to this visit.
  await page.waitForLoadState('networkidle');
  await page.close();
  return took;
}

/** Text has been painted, and it is the page's. */
const readable = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
};

const firstCard = (page: Page) => page.getByRole('article').first().waitFor();

/** The first visit of somebody who signs in: /signin has loaded, then they press its button. */
async function signInThere(context: BrowserContext, line: Line): Promise<Took> {
  const page = await context.newPage();
  await page.goto(`${line.url}/signin`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.waitForLoadState('networkidle');
  return timed(line, async () => {
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/userDashboard*');
    await page.getByRole('button', { name: /menu/i }).click();
    await page.getByRole('button', { name: 'My Reports' }).click();
    await firstCard(page);
  });
}

/** Chooses a photograph as phones take it and sends the report, only the network's speed upwards being that of 2G. */
async function sendPhoto(context: BrowserContext, portal: string): Promise<Row> {
  const photo = await picture(4000, 3000).blur(3).jpeg({ quality: 92 }).toBuffer();
  const page = await context.newPage();
  await page.goto(`${portal}/newrequest`);
  await page.getByLabel('Issue Type').selectOption('Side Walk Repair');
  await page.getByLabel('Location').fill('Bank Road');
  await page.getByLabel('Description').fill('A slab is missing.');
  await page.getByLabel('Image').setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: photo });
  const size = () => page.getByLabel('Image').evaluate((field: HTMLInputElement) => field.files?.[0]?.size ?? 0);
  await page.waitForFunction((before) => {
    const chosen = document.querySelector<HTMLInputElement>('input[type=file]')?.files?.[0]?.size ?? before;
    return chosen < before;
  }, photo.length);
  const bytes = await size();
  await slowly(page, speed2G.bytesPerSecond);
  const begun = performance.now();
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.getByText('Request Added Successfully').waitFor();
  const seconds = (performance.now() - begun) / 1000;
  await context.close();
  const name = `Report with a photograph of ${(photo.length / 1e6).toFixed(1)} MB, made ${(bytes / 1000).toFixed(0)} KB`;
  return { name, value: `${seconds.toFixed(1)} s`, goal: '' };
}
