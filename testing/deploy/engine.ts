import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dockerAnswers, pullImages } from '../../infra/backing/docker.ts';
import { baseImages } from '../../infra/base-images.ts';
import { childEnvironment, readInfraConfig } from '../../infra/config.ts';
import { freePorts } from '../../infra/processes/ports.ts';
import { run } from '../../infra/processes/run-program.ts';
import { testConfig } from '../config.ts';

/** Why images cannot be tested on this machine, or null when they can. */
export async function noImages(): Promise<string | null> {
  if (testConfig.backing !== 'containers') return 'images are built by npm run test:containers';
  if (!(await dockerAnswers())) return 'no Docker engine is running';
  const { NODE_IMAGE = baseImages.node } = childEnvironment();
  const missing = await pullImages({ ...readInfraConfig(), REDIS_IMAGE: NODE_IMAGE }, () => {});
  return missing && `the image ${missing} is not here and cannot be pulled`;
}

/** The whole of compose.yaml as a project of its own: on free ports, with secrets and backups in a folder. */
export async function composeProject() {
  const folder = await mkdtemp(join(tmpdir(), 'tma-compose-'));
  const ports = await freePorts(['portal', 'mailbox']);
  const project = `tma-test-${ports.portal}`;
  const given = childEnvironment();
  const env: Record<string, string> = {
    // Node's image is Debian's, too: a machine that names one of its own may have no other.
    ...(given.NODE_IMAGE && { DEBIAN_IMAGE: given.NODE_IMAGE }),
    ...given,
    COMPOSE_PROFILES: 'dev',
    PORT: String(ports.portal),
    LISTEN: '127.0.0.1',
    MAILBOX_PORT: String(ports.mailbox),
    PUBLIC_URL: `http://localhost:${ports.portal}`,
    SECRETS: join(folder, 'secrets'),
    BACKUPS: join(folder, 'backups'),
    TMA_IMAGES: 'tma-test',
  };
  const docker = async (...args: string[]) => {
    const { code, output } = await run('docker', args, { env });
    if (code !== 0) throw new Error(`docker ${args.join(' ')}: ${output.slice(-4000)}`);
    return output.trim();
  };
  const compose = (...args: string[]) => docker('compose', '-p', project, '-f', 'infra/compose.yaml', ...args);
  return {
    name: project,
    /** What compose reads; it may be changed. */
    env,
    folder,
    secrets: join(folder, 'secrets'),
    backups: join(folder, 'backups'),
    urls: { portal: `http://localhost:${ports.portal}`, mailbox: `http://localhost:${ports.mailbox}` },
    docker,
    compose,
    containerOf: (name: string) => `${project}-${name}-1`,
    async remove() {
      await compose('--profile', '*', 'down', '--volumes', '--timeout', '3');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
