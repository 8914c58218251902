import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scannerImage } from '../../infra/base-images.ts';
import { childEnvironment } from '../../infra/config.ts';
import { run } from '../../infra/processes/run-program.ts';

const env = childEnvironment();
const has = async (program: string, flag: string) => (await run(program, [flag])).code === 0;
const both = (await has('kustomize', 'version')) && (await has('kubeconform', '-v'));
if (!both) console.log('kustomize and kubeconform are not both on PATH: manifests are only checked one by one.');

const compose = (await run('docker', ['compose', 'version'])).code === 0;

it.skipIf(!compose).each([
  ['', '', ''],
  ['tools', '', ''],
  ['another', '', ''],
  ['dev', '', 'smtp://mailbox:8026'],
  ['dev', 'smtps://mail.example.gov', 'smtps://mail.example.gov'],
  ['', 'smtps://u:p#$x@mail.example.gov', 'smtps://u:p#$x@mail.example.gov'],
])('with the profile %j and SMTP_URL %j, compose hands mail to %j', async (profiles, set, expected) => {
  const { code, output } = await run('docker', ['compose', '-f', 'infra/compose.yaml', 'config', '--format', 'json'], {
    env: { ...env, COMPOSE_PROFILES: profiles, SMTP_URL: set },
  });
  expect(code).toBe(0);
  const { services } = JSON.parse(output) as { services: Record<string, { environment: Record<string, string> }> };
  // Compose writes what it means literally with two.
  expect(services.notify?.environment.SMTP_URL?.replaceAll('$$', '$')).toBe(expected);
  expect(services.mailbox !== undefined).toBe(profiles === 'dev');
});

it.skipIf(!compose)('with the profile scan, compose brings a clamd that files alone reaches', async () => {
  const { code, output } = await run('docker', ['compose', '-f', 'infra/compose.yaml', 'config', '--format', 'json'], {
    env: { ...env, COMPOSE_PROFILES: 'scan', SCANNER_URL: 'clamd://scan:3310' },
  });
  expect(code).toBe(0);
  const { services } = JSON.parse(output) as {
    services: Record<string, { environment: Record<string, string>; networks?: object; image: string }>;
  };
  expect(services.scan?.image).toBe(scannerImage);
  expect(services.files?.environment.SCANNER_URL).toBe('clamd://scan:3310');
  const near = Object.entries(services).filter(([, { networks = {} }]) => 'scan' in networks);
  expect(near.map(([name]) => name).sort()).toEqual(['files', 'scan']);
});

const schemas = 'infra/k8s/schemas/{{.ResourceKind}}{{.KindSuffix}}.json';

it.skipIf(!both).each(['base', 'overlays/example'])(
  'the output of kustomize for %s matches the schemas of Kubernetes',
  async (folder) => {
    const built = await run('kustomize', ['build', `infra/k8s/${folder}`]);
    expect(built).toMatchObject({ code: 0 });
    const place = await mkdtemp(join(tmpdir(), 'tma-manifests-'));
    const file = join(place, 'all.yaml');
    await writeFile(file, built.output);
    // There is no schema of KEDA's own kind here.
    const checked = await run('kubeconform', ['-strict', '-skip', 'ScaledObject', '-schema-location', schemas, file]);
    await rm(place, { recursive: true });
    expect(checked).toEqual({ code: 0, output: '' });
  },
);
