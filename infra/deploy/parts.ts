/** The needs of each process of system.ts in containers: in its image, in compose.yaml and in Kubernetes. */
import { readFileSync } from 'node:fs';
import { services } from '@tma/contracts';
import { defaultPorts, secretVariable } from '../process-plan.ts';
import { processes } from '../system.ts';
import { settingsOf } from './settings.ts';

/** The version of the portal, which is the tag of its images. */
export const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

interface Image {
  /** The workspace whose packages its image installs. */
  workspace: string;
  /** Folders and files of the project in its image, beside those that are built. */
  copies: readonly string[];
  /** Variables that its image sets. */
  variables?: Readonly<Record<string, string>>;
  /** The port of its `/metrics` where that is not the port of everything else. */
  metricsPort?: number;
  /** Where it keeps data: a volume in compose, and in Kubernetes scratch space, as its files are in S3 there. */
  data?: { path: string; volume: string; scratch: { name: string; size: string } };
}

interface Part extends Image {
  /** The limit of processors in compose. */
  cpus: string;
  /** The limit of memory, in MB (compose) or MiB (Kubernetes). */
  memory: number;
  /** What Kubernetes reserves for it. */
  requests: { cpu: string; memory: string };
  /** What compose sets where the operator sets nothing and the process has no default. */
  defaults?: Readonly<Record<string, string>>;
  /** Settings whose default depends on compose's profile, and the beginning of the names of the files in infra/compose with them. */
  settingsByProfile?: { name: string; settings: readonly string[] };
  /** A process of its image that runs in a container of its own, without network, environment and files. */
  cell?: Cell;
  /** A port of its own that one namespace of the cluster alone reaches, by which it is called back. */
  calledBack?: { name: string; port: number; by: string };
  /** Servers outside that it talks to, with their TCP ports, and the network of compose that it shares with one of its containers alone. */
  outside?: readonly { name: string; why: string; ports: readonly number[]; network?: string }[];
}

/** A container that only a Unix socket leads to, in a folder in memory that it shares with its part. */
interface Cell {
  name: string;
  command: readonly string[];
  /** A user that nothing else runs as. */
  user: number;
  /** The folder in memory with the socket, and the variable in which the part gets the socket's path. */
  folder: string;
  variable: string;
  cpus: string;
  /** The limit of memory, in MB (compose) or MiB (Kubernetes). */
  memory: number;
  /** The limit of processes and threads in compose. */
  pids: number;
  requests: { cpu: string; memory: string };
}

export const socketOf = ({ folder }: Cell): string => `${folder}/socket`;

const program = (folder: string) => ({
  workspace: folder,
  copies: ['packages/contracts', 'packages/kit', folder],
});

const frontend: Part = {
  ...program('frontends/server'),
  cpus: '0.5',
  memory: 112,
  requests: { cpu: '50m', memory: '96Mi' },
};

/** The parts of a portal in containers, by the name of the process. */
const parts: Readonly<Record<string, Part>> = {
  auth: {
    ...program('services/auth'),
    defaults: { SMS: `\${SMS_URL:+on}` },
    cpus: '1.0',
    memory: 384,
    requests: { cpu: '200m', memory: '256Mi' },
  },
  reports: {
    ...program('services/reports'),
    cpus: '1.0',
    memory: 288,
    requests: { cpu: '200m', memory: '192Mi' },
  },
  files: {
    ...program('services/files'),
    variables: { STORAGE_DIR: '/data/files' },
    data: { path: '/data/files', volume: 'files', scratch: { name: 'arriving', size: '2Gi' } },
    cpus: '1.0',
    memory: 192,
    requests: { cpu: '200m', memory: '128Mi' },
    cell: {
      name: 'decoder',
      command: [
        'node',
        '--max-semi-space-size=1',
        '--max-old-space-size=32',
        'services/files/rendering/decoder/decoder-server.ts',
        '/run/decoder/socket',
      ],
      user: 10001,
      folder: '/run/decoder',
      variable: 'DECODER_SOCKET',
      cpus: '1.0',
      // A process that decodes ends itself at 304 MB.
      memory: 352,
      pids: 128,
      requests: { cpu: '100m', memory: '128Mi' },
    },
    outside: [
      { name: 's3', why: 'an S3 server, where files are kept on one', ports: [443] },
      { name: 'scanner', why: 'the clamd that scans uploads, where there is one', ports: [3310], network: 'scan' },
    ],
  },
  notify: {
    ...program('services/notify'),
    variables: { SMS_PORT: String(defaultPorts.sms) },
    cpus: '0.5',
    memory: 208,
    requests: { cpu: '100m', memory: '192Mi' },
    // The mailbox with the profile `dev`, and with no other.
    settingsByProfile: { name: 'mail', settings: ['SMTP_URL'] },
    defaults: {
      SMS_CALLBACK: `http://notify:${defaultPorts.sms}`,
    },
    outside: [
      { name: 'mail', why: 'the mail server', ports: [25, 465, 587] },
      {
        name: 'kannel',
        why: 'the Kannel that sends messages to telephones, where there is one',
        ports: [13013],
        network: 'sms',
      },
    ],
    calledBack: { name: 'sms', port: defaultPorts.sms, by: 'kannel' },
  },
  open311: {
    ...program('services/open311'),
    cpus: '0.5',
    memory: 160,
    requests: { cpu: '50m', memory: '112Mi' },
  },
  shell: frontend,
  resident: frontend,
  admin: frontend,
  gateway: {
    ...program('gateway'),
    metricsPort: 9090,
    // The network that only the edge and the gateway are in.
    defaults: { TRUST_PROXY: `\${EDGE_SUBNET:-10.87.43.0/29}` },
    cpus: '1.0',
    memory: 384,
    requests: { cpu: '200m', memory: '160Mi' },
  },
};

/** The mailbox keeps mails of a development machine instead of delivering them; it is in a profile of compose.yaml. */
const mailbox: Image = {
  workspace: 'infra',
  copies: [
    'packages/kit/html.ts',
    'services/notify/texts/sms/segments.ts',
    'infra/mailbox',
    'frontends/server/serve.ts',
  ],
  variables: { NODE_ENV: 'development', SMTP_PORT: String(defaultPorts.smtp), MAILBOX_DIR: '/data/mailbox' },
};

/** Each process: its plan in system.ts, and what its image needs. */
export const images = processes.map((plan) => ({ plan, image: plan.name === 'mailbox' ? mailbox : partOf(plan.name) }));

/** The same of each part that is deployed, all processes but the mailbox, with the settings that its operator may give it. */
export const deployed = processes
  .filter(({ name }) => name !== 'mailbox')
  .map((plan) => {
    const secrets = (plan.secrets ?? []).map(secretVariable);
    const settings = settingsOf(plan.name).filter(({ name }) => !secrets.includes(name));
    return { ...plan, part: partOf(plan.name), settings };
  });
export type Deployed = (typeof deployed)[number];

function partOf(name: string): Part {
  const part = parts[name];
  if (!part) throw new Error(`infra/deploy/parts.ts does not say what ${name} needs.`);
  return part;
}

/** What the image of the tools holds: setup, backup, restore, dead letters. It restores into the schema of a backup. */
export const toolsCopies: readonly string[] = [
  'packages/contracts',
  'packages/kit',
  ...services.map((name) => `services/${name}/schema`),
  'infra',
];
