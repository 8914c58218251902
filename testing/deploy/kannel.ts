/** Kannel of compose's profile `sms`, with a provider of its own: Kannel's fakesmsc in a container beside it. */
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kannelImage } from '../../infra/base-images.ts';
import { exampleWith } from '../../services/notify/testing/real-kannel.ts';
import type { composeProject } from './engine.ts';

type Project = Awaited<ReturnType<typeof composeProject>>;

const networkPort = 10_000;
const fakesmsc = '/usr/lib/kannel/test/fakesmsc';

/** The settings of the operator guide: kannel.conf in the folder of secrets, SMS_URL in the environment of compose. */
async function configure({ secrets, env }: Project): Promise<void> {
  const key = await readFile(join(secrets, 'sms_key'), 'utf8');
  const conf = await exampleWith({
    SMS_KEY: key,
    'smsc-id = fake': `smsc-id = fake\nport = ${networkPort}\nconnect-allow-ip = "*.*.*.*"`,
    'http-queue-delay = 10': 'http-queue-delay = 1',
  });
  await writeFile(join(secrets, 'kannel.conf'), conf);
  await chmod(join(secrets, 'kannel.conf'), 0o444);
  Object.assign(env, { SMS_URL: 'kannel://portal:secret@kannel:13013', SMS_QUIET: 'off' });
}

/** Starts Kannel as compose does, and notify and auth anew with it. */
export async function startComposeKannel(project: Project) {
  const { docker, compose, folder, name, env } = project;
  await configure(project);
  const profiles = ['--profile', 'dev', '--profile', 'sms'];
  await compose(...profiles, 'up', '--build', '--wait', 'kannel', 'bearerbox', 'auth', 'notify', 'gateway');
  const context = join(folder, 'fakesmsc');
  await mkdir(context, { recursive: true });
  const image = env.KANNEL_IMAGE ?? kannelImage;
  const install = 'apt-get update && apt-get install -y --no-install-recommends kannel-extras';
  await writeFile(join(context, 'Dockerfile'), `FROM ${image}\nUSER root\nRUN ${install}\nUSER kannel\n`);
  await docker('build', '-q', '-t', 'tma-test/fakesmsc', context);
  const network = [
    '--network',
    `${name}_sms`,
    'tma-test/fakesmsc',
    fakesmsc,
    '-H',
    'bearerbox',
    '-r',
    `${networkPort}`,
  ];
  const telephones = `${name}-telephones`;
  const listen = (...messages: string[]) => docker('run', '-d', '--name', telephones, ...network, '-m', ...messages);
  const remove = () => docker('rm', '-f', telephones);
  await listen('0', 'none');
  return {
    /** What the telephones have got since they were last heard. */
    received: async () => (await docker('logs', telephones)).match(/Got message \d+: <.*>/g) ?? [],
    /** Sends as a telephone does; the network has one connection. */
    async send(from: string, text: string) {
      await remove();
      await listen('1', `${from} TMA text ${text}`);
    },
    async stop() {
      await remove();
      await compose(...profiles, 'rm', '-sf', 'kannel', 'bearerbox');
      for (const variable of ['SMS_URL', 'SMS_QUIET']) delete env[variable];
      await compose('up', '--wait', 'auth', 'notify');
    },
  };
}
