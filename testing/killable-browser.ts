import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { until } from '../infra/processes/children.ts';
import { findBrowser } from './browser.ts';

/**
 * A browser that keeps what it stores in a folder, as the one of a person does, and can be ended as by an empty battery.
 * @param folder of its own; the next browser finds there what this one has stored
 */
export async function startKillableBrowser(folder: string) {
  const { executablePath, args, env } = await findBrowser();
  const portFile = join(folder, 'DevToolsActivePort');
  await rm(portFile, { force: true });
  const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`, '--no-first-run', 'about:blank'];
  const child = spawn(executablePath, [...args, ...own], { env, stdio: 'ignore', detached: true });
  const ended = once(child, 'exit');
  let port = '';
  await until('the browser', null, async () => {
    [port = ''] = (await readFile(portFile, 'utf8').catch(() => '')).split('\n');
    return port !== '';
  });
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no context');
  return {
    context,
    /** Ends all of its processes at once. */
    async kill() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
    /** Ends it as its owner does. */
    async close() {
      const session = await browser.newBrowserCDPSession();
      await session.send('Browser.close');
      await ended;
    },
  };
}
