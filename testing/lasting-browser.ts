/** A browser as people have it: it keeps what it stores in a folder, can be killed, and is opened again. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type BrowserContext, chromium } from 'playwright-core';
import { findBrowser } from './browser.ts';

export interface LastingBrowser {
  context: BrowserContext;
  /** Ends it as the phone's battery does. */
  kill: () => Promise<void>;
}

/** @param folder where it keeps what it stores */
export async function openLastingBrowser(folder: string): Promise<LastingBrowser> {
  const { executablePath, args, env } = await findBrowser();
  const options = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`, '--no-first-run'];
  // A process group of its own: the browser's parts end with it.
  const child = spawn(executablePath, [...args, ...options, 'about:blank'], {
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => {
      const [, found] = /DevTools listening on (ws:\S+)/.exec(line) ?? [];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error('The browser has ended at once')));
  });
  const browser = await chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no context');
  return {
    context,
    kill: async () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
}
