import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { freePort } from '../infra/processes/ports.ts';
import { belowRow, median, type Row, ratioRow } from './measure.ts';

const rounds = 7;

/** Home and its peer by hand on a slow phone: when the largest part is painted, and how long an interaction takes. */
export async function pageSpeeds(browser: Browser, portal: string): Promise<Row[]> {
  const peer = await servePlain(portal);
  try {
    const paints = { ours: [] as number[], theirs: [] as number[] };
    const interactions: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      paints.theirs.push(await onSlowPhone(browser, peer.url, largestPaint));
      paints.ours.push(await onSlowPhone(browser, `${portal}/`, largestPaint));
      interactions.push(await onSlowPhone(browser, `${portal}/`, slowestInteraction));
    }
    const [ours, theirs] = [median(paints.ours), median(paints.theirs)];
    return [
      { name: 'Home by hand, slow phone: LCP', value: `${Math.round(theirs)} ms` },
      { name: 'Home, slow phone: LCP', value: `${Math.round(ours)} ms` },
      ratioRow('Home, slow phone: LCP to the page by hand', ours / theirs, '<=', 1.2),
      belowRow('Home, slow phone: INP', median(interactions), 200, 'ms'),
    ];
  } finally {
    peer.stop();
  }
}

/** The page as one would write it by hand: its own markup and styles, and no script. */
async function servePlain(portal: string) {
  const html = await (await fetch(`${portal}/`, { headers: { accept: 'text/html' } })).text();
  const page = brotliCompressSync(html.replace(/<script.*?<\/script>/g, ''));
  const port = await freePort();
  const server = createServer((request, answer) => {
    if (request.url !== '/') return answer.writeHead(204).end();
    return answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }).end(page);
  });
  server.listen(port, '127.0.0.1');
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

/** A phone with a quarter of this machine's speed, on a line of 1.6 Mbit/s and 150 ms. */
async function onSlowPhone(browser: Browser, url: string, measure: (page: Page) => Promise<number>) {
  const context = await browser.newContext({ viewport: { width: 375, height: 800 } });
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Network.enable');
  const bytesPerSecond = (1.6 * 1e6) / 8;
  await tools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    const seen = { paint: 0, interaction: 0 };
    Object.assign(window, { seen });
    const watch = (type: string, each: (entry: PerformanceEntry & { interactionId?: number }) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({
        type,
        buffered: true,
        durationThreshold: 16,
      } as PerformanceObserverInit);
    watch('largest-contentful-paint', (entry) => {
      seen.paint = entry.startTime;
    });
    watch('event', (entry) => {
      if (entry.interactionId) seen.interaction = Math.max(seen.interaction, entry.duration);
    });
  });
  await page.goto(url, { waitUntil: 'commit' });
  const took = await measure(page);
  await context.close();
  return took;
}

const seenOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { paint: number; interaction: number } }).seen);

async function largestPaint(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle');
  return (await seenOn(page)).paint;
}

/** Opens the menu as soon as it exists, goes to another page by it and back. */
async function slowestInteraction(page: Page): Promise<number> {
  const menu = page.getByRole('button', { name: /menu/i });
  await menu.click();
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click();
  await page.getByRole('heading', { name: 'Our Services' }).waitFor();
  await menu.click();
  await page.keyboard.press('Escape');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).click();
  await page.getByRole('heading', { name: 'How it works' }).waitFor();
  // The last entry is reported once its frame has been painted.
  await page.waitForFunction(() => (window as unknown as { seen: { interaction: number } }).seen.interaction > 0);
  return (await seenOn(page)).interaction;
}
