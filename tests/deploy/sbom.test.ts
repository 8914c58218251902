import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { baseImages } from '../../infra/base-images.ts';
import { childEnvironment } from '../../infra/config.ts';
import { run } from '../../infra/processes/run-program.ts';
import { processes } from '../../infra/system.ts';

interface Component {
  name: string;
  purl?: string;
  'bom-ref': string;
  hashes?: { alg: string }[];
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tma-sbom-'));
  const { code, output } = await run(process.execPath, ['infra/commands/sbom.ts', folder], { env: childEnvironment() });
  expect(output).toContain('components');
  expect(code).toBe(0);
  // npm is asked twice for each image.
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const componentsOf = async (image: string) => {
  const text = await readFile(join(folder, `${image}.cdx.json`), 'utf8');
  return (JSON.parse(text) as { components: Component[] }).components;
};

it('every image has a list of what it holds', async () => {
  const names = ['tools', ...processes.map(({ name }) => name)].map((name) => `${name}.cdx.json`);
  expect((await readdir(folder)).sort()).toEqual(names.sort());
});

it.each([
  ['auth', 'jose', 'sharp'],
  ['files', 'sharp', 'nodemailer'],
  ['notify', 'nodemailer', 'sharp'],
  ['shell', 'react', 'vitest'],
])('the list of %s holds %s with its hash, not %s, and the image below', async (image, held, absent) => {
  const components = await componentsOf(image);
  const names = components.map(({ name }) => name);
  expect(names).toContain(held);
  expect(names).not.toContain(absent);
  expect(components.find(({ name }) => name === held)?.hashes?.map(({ alg }) => alg)).toContain('SHA-512');
  expect(components.map((one) => one['bom-ref'])).toContain(baseImages.node);
});
