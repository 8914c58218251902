import { type Service, services, urlVariable } from '@tma/contracts';
import { isFrontend, isService, processes, secretVariable } from '../system.ts';
import { type Deployed, deployed, type Setting } from './parts.ts';
import { databaseVariable } from './tools.config.ts';

const indent = (text: string) => text.replaceAll(/^(?=.)/gm, '  ');
/** A mapping of YAML; nothing where it has no lines. */
const mapping = (name: string, lines: readonly string[]) =>
  lines.length > 0 ? [`${name}:\n${indent(lines.join('\n'))}`] : [];

const databaseSecret = (name: Service) => databaseVariable(name).toLowerCase();
/** A process reads a secret from the file that compose mounts. */
const fromFile = (variable: string, secret: string) => `${variable}_FILE: /run/secrets/${secret}`;

const variablesOf = ({ secrets = [] }: Pick<Deployed, 'secrets'>) => secrets.map(secretVariable);
const namesOf = (variables: readonly string[]) => variables.map((variable) => variable.toLowerCase());
/** The secrets of all processes, beside their databases. */
const secrets = [...new Set(namesOf(processes.flatMap(variablesOf)))];

const environmentOf = ({ name, calls = [], part, ...plan }: Deployed): string[] => [
  ...(isFrontend(name) ? [] : ['<<: *settings']),
  ...(isService(name) ? [fromFile('DATABASE_URL', databaseSecret(name))] : []),
  ...variablesOf(plan).map((variable) => fromFile(variable, variable.toLowerCase())),
  ...calls.map((other) => `${urlVariable(other)}: http://${other}:8080`),
  ...(part.metricsPort ? [`METRICS_PORT: "${part.metricsPort}"`] : []),
  ...(part.settings ?? []).flatMap((setting) => {
    const { name: variable, otherwise = '', why }: Setting = typeof setting === 'string' ? { name: setting } : setting;
    return [...(why ? [`# ${why}`] : []), `${variable}: \${${variable}:-${otherwise}}`];
  }),
];

function composeService(plan: Deployed): string {
  const { name, calls = [], part } = plan;
  const own = [...(isService(name) ? [databaseSecret(name)] : []), ...namesOf(variablesOf(plan))];
  const isGateway = name === 'gateway';
  const networks = [
    'parts',
    ...(isService(name) ? ['backing'] : []),
    ...(part.outside ? ['outside'] : []),
    ...(isGateway ? ['door'] : []),
  ];
  const lines = [
    `<<: *${isService(name) ? 'service' : 'part'}`,
    `image: \${TMA_IMAGES:-tma}/${name}:\${TMA_VERSION:-latest}`,
    `build: { <<: *build, target: ${name} }`,
    ...(part.settingsByProfile ? settingsFiles(part.settingsByProfile) : []),
    ...mapping('environment', environmentOf(plan)),
    ...(own.length > 0 ? [`secrets: [${own.join(', ')}]`] : []),
    ...mapping('depends_on', isGateway ? calls.map((one) => `${one}: { condition: service_healthy }`) : []),
    ...(part.data ? [`volumes: ["${part.data.volume}:${part.data.path}"]`] : []),
    ...(isGateway ? published : []),
    ...(part.outside ? [`# \`outside\` leads to ${part.outside.why}.`] : []),
    `networks: [${networks.join(', ')}]`,
    `deploy: { resources: { limits: { cpus: "${part.cpus}", memory: ${part.memory}M } } }`,
  ];
  return mapping(name, lines).join('');
}

/** Compose compares no values: a profile has a default of its own by the name of a file. What is set counts in each. */
const settingsFiles = ({ name, why }: NonNullable<Deployed['part']['settingsByProfile']>) => [
  `# ${why}`,
  ...mapping('env_file', [
    `- compose/${name}.env`,
    `- { path: "compose/${name}.\${COMPOSE_PROFILES:-}.env", required: false }`,
  ]),
];

const published = [
  '# The only port that is published. Behind a proxy on this machine: LISTEN=127.0.0.1, and TRUST_PROXY.',
  `ports: ["\${LISTEN:-0.0.0.0}:\${PORT:-8080}:8080"]`,
];

/** The regions of compose.yaml. */
export const composeRegions = (): Record<string, string> => ({
  parts: deployed.map(composeService).join('\n\n'),
  databases: services.map((name) => fromFile(databaseVariable(name), databaseSecret(name))).join('\n'),
  'database-secrets': `secrets: [${['cluster_url', ...services.map(databaseSecret)].join(', ')}]`,
  secrets: [...services.map(databaseSecret), ...secrets]
    .map((name) => `${name}: { file: "\${SECRETS:-./secrets}/${name}" }`)
    .join('\n'),
});

/** The regions of compose-secrets.sh. */
export const secretsRegions = (): Record<string, string> => ({
  secrets: `services="${services.join(' ')}"\nsecrets="${secrets.join(' ')}"`,
});

/** The regions of compose/managed.yaml. */
export const managedRegions = (): Record<string, string> => ({
  services: services.map((name) => `${name}: *managed`).join('\n'),
});
