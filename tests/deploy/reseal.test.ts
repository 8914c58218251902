import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { childEnvironment, readInfraConfig } from '../../infra/config.ts';
import { run } from '../../infra/processes/run-program.ts';
import { launch, type System } from '../../infra/run/launch.ts';
import { call, join as joinPortal, tokenOf } from '../../testing/calls.ts';
import { newResident } from '../../testing/people.ts';

let folder: string;
let system: System | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tma-reseal-'));
});
afterEach(() => system?.stop());
afterAll(() => rm(folder, { recursive: true, force: true }));

async function start() {
  system = await launch({ ports: 'free', dataDir: folder, config: readInfraConfig({ BACKING: 'native' }) });
  const { urls, secretKey, dataDir } = system;
  return { ...urls, secretKey, dataDir };
}

const reseal = (oldSecret: string) =>
  run(process.execPath, ['infra/commands/keys.ts', 'reseal'], {
    env: { ...childEnvironment(), DATA_DIR: folder, SIGNING_KEY_SECRET_OLD: oldSecret },
  });

it('another SIGNING_KEY_SECRET: the keys are sealed anew while the portal runs, and sign after its restart', async () => {
  const person = newResident('Mardan');
  const portal = await start();
  await joinPortal(portal, person);
  const keys = await call(portal, '/auth/v1/.well-known/jwks.json');
  const file = join(folder, 'secrets.json');
  const secrets = JSON.parse(await readFile(file, 'utf8')) as { signingKeySecret: string };
  const [oldSecret, signingKeySecret] = [secrets.signingKeySecret, randomBytes(32).toString('base64url')];
  await writeFile(file, JSON.stringify({ ...secrets, signingKeySecret }));

  expect((await reseal(randomBytes(32).toString('base64url'))).code).toBe(1);
  expect(await reseal(oldSecret)).toMatchObject({ code: 0 });
  expect(await reseal(oldSecret)).toMatchObject({ code: 0 });
  await system?.stop();

  const again = await start();
  expect(await call(again, '/auth/v1/.well-known/jwks.json')).toEqual(keys);
  const token = await tokenOf(again, person);
  expect(await call(again, '/auth/v1/user', { token })).toMatchObject({ email: person.email });
});
