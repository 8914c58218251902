import { services } from '@tma/contracts';
/** What each process of the table in system.ts needs in containers: in its image, in compose.yaml and in Kubernetes. */
import { defaultPorts, processes } from '../system.ts';

/** A variable that the operator may set; `otherwise` is the default of compose. */
export interface Setting {
  name: string;
  otherwise?: string;
  why?: string;
}

interface Image {
  /** The workspace whose packages its image installs. */
  workspace: string;
  /** Folders and files of the project that its image holds, beside what is built into it. */
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
  /** Variables that compose takes from the operator, as they are or with a default. */
  settings?: readonly (string | Setting)[];
  /** Settings whose default depends on compose's profile: the beginning of the names of files in infra/compose. */
  settingsByProfile?: { name: string; why: string };
  /** What it reads from its secret in Kubernetes, beside its database and the secrets of the table. */
  inSecret?: readonly string[];
  /** A server outside that it talks to, with its TCP ports. */
  outside?: { name: string; why: string; ports: readonly number[] };
}

const program = (folder: string) => ({
  workspace: folder,
  copies: ['packages/contracts', 'packages/kit', folder],
});

const contact = ['CONTACT_PHONE', 'CONTACT_EMAIL', 'CONTACT_ADDRESS'];

const frontend: Part = {
  ...program('frontends/server'),
  cpus: '0.5',
  memory: 128,
  requests: { cpu: '50m', memory: '96Mi' },
};

/** The parts of a portal in containers, by the name of the process. */
const parts: Readonly<Record<string, Part>> = {
  auth: {
    ...program('services/auth'),
    cpus: '1.0',
    memory: 384,
    requests: { cpu: '200m', memory: '256Mi' },
    settings: [
      'TEHSILS',
      'ALLOWED_REDIRECTS',
      'RATE_LIMIT_SIGNINS',
      'RATE_LIMIT_SIGNUPS',
      'RATE_LIMIT_MAILS',
      'RATE_LIMIT_RECOVERIES',
      'RATE_LIMIT_EMAIL_CHANGES',
      'RATE_LIMIT_SECRETS',
      'RATE_LIMIT_INVITES',
      'RATE_LIMIT_LANGUAGES',
      'RATE_LIMIT_PROFILES',
      'RATE_LIMIT_TEHSILS',
    ],
  },
  reports: {
    ...program('services/reports'),
    cpus: '1.0',
    memory: 320,
    requests: { cpu: '200m', memory: '192Mi' },
    settings: [
      'TIME_ZONE',
      'CLOSURE_DAYS',
      'DIGEST_AT',
      'MAX_UPLOAD_MB',
      'UPLOAD_SECONDS',
      'RATE_LIMIT_REPORTS',
      'RATE_LIMIT_CHANGES',
      'RATE_LIMIT_CONTACTS',
      'RATE_LIMIT_LINKS',
      'RATE_LIMIT_PROOFS',
      'RATE_LIMIT_RULES',
      'RATE_LIMIT_DOWNLOADS',
      'RATE_LIMIT_ASSIGNMENTS',
      'RATE_LIMIT_NOTES',
      'RATE_LIMIT_FIGURES',
    ],
  },
  files: {
    ...program('services/files'),
    variables: { STORAGE_DIR: '/data/files' },
    data: { path: '/data/files', volume: 'files', scratch: { name: 'arriving', size: '2Gi' } },
    cpus: '1.0',
    memory: 384,
    requests: { cpu: '300m', memory: '256Mi' },
    settings: [
      'MAX_UPLOAD_MB',
      'UNCLAIMED_HOURS',
      'S3_ENDPOINT',
      'S3_REGION',
      'S3_BUCKET',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
    ],
    inSecret: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    outside: { name: 's3', why: 'an S3 server, where files are kept on one', ports: [443] },
  },
  notify: {
    ...program('services/notify'),
    cpus: '0.5',
    memory: 256,
    requests: { cpu: '100m', memory: '192Mi' },
    settingsByProfile: { name: 'mail', why: 'SMTP_URL: the mailbox with the profile `dev`, and with no other.' },
    settings: [
      { name: 'MAIL_FROM', otherwise: 'Tehsil reporting portal <no-reply@localhost>' },
      'TIME_ZONE',
      { name: 'ESCALATION_EMAIL', why: 'Who is told of what is overdue for long, or disputed often.' },
    ],
    inSecret: ['SMTP_URL'],
    outside: { name: 'mail', why: 'the mail server', ports: [25, 465, 587] },
  },
  shell: {
    ...frontend,
    settings: [...contact, { name: 'SERVICE_WORKER', why: 'off: browsers delete what they kept of the portal.' }],
  },
  resident: frontend,
  admin: frontend,
  gateway: {
    ...program('gateway'),
    metricsPort: 9090,
    cpus: '1.0',
    memory: 256,
    requests: { cpu: '200m', memory: '160Mi' },
    settings: [
      { name: 'OPS_PAGE', why: 'The operator page, /ops, exists only when this is on.' },
      'RATE_LIMIT_SECRETS',
      'ALLOWED_ORIGINS',
      'TRUST_PROXY',
      'TIME_ZONE',
      'MAX_UPLOAD_MB',
      ...contact,
    ],
  },
};

/** It takes the mails of a development machine instead of delivering them; compose.yaml brings it only when asked to. */
const mailbox: Image = {
  workspace: 'infra',
  copies: ['packages/kit/html.ts', 'infra/mailbox', 'frontends/server/serve.ts'],
  variables: { NODE_ENV: 'development', SMTP_PORT: String(defaultPorts.smtp), MAILBOX_DIR: '/data/mailbox' },
};

/** Each process: its plan in system.ts, and what its image needs. */
export const images = processes.map((plan) => ({ plan, image: plan.name === 'mailbox' ? mailbox : partOf(plan.name) }));

/** The same of each part that is deployed: all processes but the mailbox. */
export const deployed = processes
  .filter(({ name }) => name !== 'mailbox')
  .map((plan) => ({ ...plan, part: partOf(plan.name) }));
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
  ...services.map((name) => `services/${name}/migrations`),
  'infra',
];
