import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { testConfig } from './config.ts';

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** How a browser is started. */
interface Program {
  executablePath: string;
  args: string[];
  env?: Record<string, string>;
}

/** The browser named by CHROMIUM_PATH, else an installed one, else the one that npm brought. */
export async function findBrowser(): Promise<Program> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
  const own = testConfig.chromiumPath ?? installed.find(existsSync);
  return own ? { executablePath: own, args } : { ...(await unpackBrowser()), args };
}

/** A headless browser. */
export const openBrowser = async (): Promise<Browser> => chromium.launch(await findBrowser());

/** `@sparticuz/chromium` carries its own system libraries; unpacked once per version, in a folder of its own. */
async function unpackBrowser() {
  const root = new URL('../', pathToFileURL(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };
  const home = fileURLToPath(new URL(`../../.cache/tma/chromium-${version}`, root));
  await mkdir(home, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = home;
  try {
    const { default: bundled, inflate } = await import('@sparticuz/chromium');
    const executablePath = await bundled.executablePath();
    await inflate(fileURLToPath(new URL('bin/al2023.tar.br', root)));
    const fonts = join(home, 'fonts.conf');
    await writeFile(fonts, fontSettings(home));
    const libraries = { LD_LIBRARY_PATH: join(home, 'al2023', 'lib'), FONTCONFIG_FILE: fonts };
    return { executablePath, env: { ...process.env, ...libraries } as Record<string, string> };
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** Its own settings name folders that are not ours; without any font a page with a form control ends the browser. */
const fontSettings = (home: string) =>
  `<?xml version="1.0"?><fontconfig><dir>${home}/fonts</dir><cachedir>${home}/fonts-cache</cachedir></fontconfig>`;
