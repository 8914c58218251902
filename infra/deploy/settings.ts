/** The settings of the operator, as the schemas of the processes describe them: README's table, and what containers are given. */
import { limits } from '@tma/contracts';
import { serviceConfig } from '@tma/kit';
import type { z } from 'zod';
import { frontendSettings } from '../../frontends/server/config.ts';
import { gatewaySettings } from '../../gateway/config.ts';
import { authSettings } from '../../services/auth/config.ts';
import { filesSettings } from '../../services/files/config.ts';
import { notifySettings } from '../../services/notify/config.ts';
import { open311Settings } from '../../services/open311/config.ts';
import { reportsSettings } from '../../services/reports/config.ts';
import { machineSettings } from '../config.ts';

/** The schemas of the processes that read settings of their own. A frontend but the shell reads none. */
const schemas: Readonly<Record<string, z.ZodObject>> = {
  auth: authSettings,
  reports: reportsSettings,
  files: filesSettings,
  notify: notifySettings,
  open311: open311Settings,
  shell: frontendSettings,
  gateway: gatewaySettings,
};

interface Setting {
  name: string;
  description: string;
  /** Its default, as it is written in Markdown. */
  fallback: string;
  inSecret: boolean;
}

/** The settings of a schema that have a description. */
const describedIn = (schema: z.ZodObject): Setting[] =>
  Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, setting]) => {
    const { description, fallback = defaultOf(setting), inSecret = false } = setting.meta() ?? {};
    return description === undefined ? [] : [{ name, description, fallback, inSecret }];
  });

function defaultOf(setting: z.ZodType): string {
  const { data } = setting.safeParse(undefined);
  return typeof data === 'string' ? `\`${data}\`` : String(data ?? '');
}

/** The settings that the operator may give one process, beside those of all services. */
export const settingsOf = (name: string): Setting[] =>
  schemas[name] ? describedIn(schemas[name]).filter((setting) => !(setting.name in serviceConfig.shape)) : [];

/** In MB, of a whole request. The form of a report brings a picture and a document; the rest is for what is around them. */
export const bodyMb = 2 * limits.uploadMb + 4;

/** Settings that are not read by the portal's own code. */
const readByOthers: readonly Omit<Setting, 'inSecret'>[] = [
  {
    name: 'NODE_EXTRA_CA_CERTS',
    description: 'a file with your own certificate authority, if the servers above have certificates of one',
    fallback: '',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    description: 'headers that the OpenTelemetry collector asks for',
    fallback: 'none',
  },
  {
    name: 'NODE_IMAGE',
    description: "what the portal's own images are built on",
    fallback: 'by version and digest in `infra/base-images.ts`',
  },
  { name: 'CADDY_IMAGE', description: 'the edge of compose', fallback: 'by version in `infra/base-images.ts`' },
  { name: 'CLAMAV_IMAGE', description: 'the scanner of compose', fallback: 'by version in `infra/base-images.ts`' },
  { name: 'KANNEL_IMAGE', description: 'the Kannel of compose', fallback: 'by version in `infra/base-images.ts`' },
  {
    name: 'DEBIAN_IMAGE',
    description: 'what the Kannel of compose is built on',
    fallback: 'by version in `infra/base-images.ts`',
  },
  {
    name: 'MAX_BODY_MB',
    description: 'largest size of a whole request, at the edge of compose; twice `MAX_UPLOAD_MB` plus 4',
    fallback: String(bodyMb),
  },
  {
    name: 'EDGE_SUBNET',
    description: 'the addresses of the network between the edge of compose and the gateway',
    fallback: '`10.87.43.0/29`',
  },
];

const isLimit = ({ name }: { name: string }) => name.startsWith('RATE_LIMIT_');

/** README's table: settings with one description share a row, limits come last. */
export function settingsTable(): string {
  const all = [machineSettings, serviceConfig, ...Object.values(schemas)].flatMap(describedIn);
  const inOrder = [...all, ...readByOthers].sort((a, b) => Number(isLimit(a)) - Number(isLimit(b)));
  const rows = Map.groupBy(inOrder, ({ description }) => description);
  const listed = (texts: readonly string[]) => [...new Set(texts)].join(', ');
  return [
    '| variable | default | what |',
    '| --- | --- | --- |',
    ...[...rows].map(([description, settings]) => {
      const names = listed(settings.map(({ name }) => `\`${name}\``));
      return `| ${names} | ${listed(settings.map(({ fallback }) => fallback))} | ${description} |`;
    }),
    '| any setting of a service, with `_FILE` appended | | the file that holds its value; that of `ADMIN_SECRET_KEY` is read anew at each use |',
  ].join('\n');
}
