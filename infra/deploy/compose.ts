import { type Service, services, urlVariable } from '@tma/contracts';
import { type KafkaUser, kafkaUserOf, redisRules, userOf } from '../access/grants.ts';
import { secretVariable } from '../process-plan.ts';
import { isFrontend, isService, processes } from '../system.ts';
import { type Deployed, deployed, socketOf, version } from './parts.ts';
import { databaseVariable, kafkaPasswordVariable, kafkaUsers } from './tools.config.ts';
import { merged, toYaml } from './yaml.ts';

const databaseSecret = (name: Service) => databaseVariable(name).toLowerCase();
const kafkaSecret = (name: KafkaUser) => kafkaPasswordVariable(name).toLowerCase();
const redisSecret = (name: Service) => `${name}_redis_url`;
/** A process reads a secret from the file that compose mounts. */
const fromFile = (variable: string, secret: string) => ({ [`${variable}_FILE`]: `/run/secrets/${secret}` });
const fromOperator = (variable: string, otherwise = '') => ({
  [variable]: `\${${variable}:-${otherwise}}`,
});

const variablesOf = ({ secrets = [] }: Pick<Deployed, 'secrets'>) => secrets.map(secretVariable);
/** The secrets of all processes, beside their databases. */
const secrets = [...new Set(processes.flatMap(variablesOf))].map((variable) => variable.toLowerCase());
/** The secrets of one process. */
const secretsOf = (plan: Deployed) => [
  ...(isService(plan.name) ? [databaseSecret, kafkaSecret, redisSecret].map((of) => of(plan.name as Service)) : []),
  ...variablesOf(plan).map((variable) => variable.toLowerCase()),
];

/** A service's own users of Postgres, Kafka and Redis. */
const accessOf = (name: Service) => ({
  ...fromFile('DATABASE_URL', databaseSecret(name)),
  KAFKA_USERNAME: kafkaUserOf(name),
  ...fromFile('KAFKA_PASSWORD', kafkaSecret(name)),
  ...fromFile('REDIS_URL', redisSecret(name)),
});

const environmentOf = (plan: Deployed) => ({
  ...(!isFrontend(plan.name) && merged('settings')),
  ...(isService(plan.name) && accessOf(plan.name)),
  ...Object.assign({}, ...variablesOf(plan).map((variable) => fromFile(variable, variable.toLowerCase()))),
  ...Object.fromEntries((plan.calls ?? []).map((other) => [urlVariable(other), `http://${other}:8080`])),
  ...(plan.part.cell && { [plan.part.cell.variable]: socketOf(plan.part.cell) }),
  ...(plan.part.metricsPort && { METRICS_PORT: String(plan.part.metricsPort) }),
  ...Object.assign(
    {},
    ...plan.settings
      .filter(({ name }) => !plan.part.settingsByProfile?.settings.includes(name))
      .map(({ name }) => fromOperator(name, plan.part.defaults?.[name])),
  ),
});

const imageOf = (name: string) => `\${TMA_IMAGES:-tma}/${name}:\${TMA_VERSION:-${version}}`;

/** One part in compose.yaml. The gateway alone publishes a port. */
function composeService(plan: Deployed): object {
  const { name, part } = plan;
  const isGateway = name === 'gateway';
  const environment = environmentOf(plan);
  const own = secretsOf(plan);
  return {
    ...merged(isService(name) ? 'service' : 'part'),
    image: imageOf(name),
    build: { ...merged('build'), target: name },
    env_file: part.settingsByProfile && filesByProfile(part.settingsByProfile.name),
    environment: Object.keys(environment).length > 0 ? environment : undefined,
    secrets: own.length > 0 ? own : undefined,
    depends_on: dependenciesOf(plan),
    volumes: volumesOf(plan),
    // Behind a proxy on this machine: LISTEN=127.0.0.1.
    ports: isGateway ? [`\${LISTEN:-0.0.0.0}:\${PORT:-8080}:8080`] : undefined,
    networks: [
      'parts',
      ...(isService(name) ? ['backing'] : []),
      ...(part.outside ? ['outside'] : []),
      ...(part.outside ?? []).flatMap(({ network }) => network ?? []),
      ...(isGateway ? ['door', 'edge'] : []),
    ],
    deploy: { resources: { limits: { cpus: part.cpus, memory: `${part.memory}M` } } },
  };
}

/** The parts that have to run before a part; a service with its own list repeats those that all services wait for. */
function dependenciesOf({ name, calls = [], part }: Deployed) {
  const healthy = { condition: 'service_healthy' };
  if (name === 'gateway') return Object.fromEntries(calls.map((one) => [one, healthy]));
  return part.cell && { setup: { condition: 'service_completed_successfully' }, [part.cell.name]: healthy };
}

function volumesOf({ part: { data, cell } }: Deployed) {
  const volumes = [data && `${data.volume}:${data.path}`, cell && `${cell.name}:${cell.folder}:ro`].filter(Boolean);
  return volumes.length > 0 ? volumes : undefined;
}

/** Exits with 0 where a socket is. The image has no shell. */
const socketIsThere = (path: string) => `process.exit(require('node:fs').statSync('${path}').isSocket() ? 0 : 1)`;

/** The cell of a part: no network, no environment, no secret, and nothing to write to but the folder of its socket. */
function composeCell({ name, part: { cell } }: Deployed): Record<string, object> {
  if (!cell) return {};
  const service = {
    ...merged('part'),
    image: imageOf(name),
    build: { ...merged('build'), target: name },
    command: cell.command,
    user: `${cell.user}:${cell.user}`,
    tmpfs: [],
    network_mode: 'none',
    volumes: [`${cell.name}:${cell.folder}`],
    healthcheck: { test: ['CMD', 'node', '-e', socketIsThere(socketOf(cell))] },
    deploy: { resources: { limits: { cpus: cell.cpus, memory: `${cell.memory}M`, pids: cell.pids } } },
  };
  return { [cell.name]: service };
}

/** The folder of a cell's socket, in memory: it is empty whenever neither runs. */
const cellVolumes = () =>
  Object.fromEntries(
    deployed.flatMap(({ part: { cell } }) => {
      if (!cell) return [];
      const options = { type: 'tmpfs', device: 'tmpfs', o: `size=64k,mode=0755,uid=${cell.user},gid=${cell.user}` };
      return [[cell.name, { driver: 'local', driver_opts: options }]];
    }),
  );

/** Compose compares no values: a profile has a default of its own by the name of a file. What is set counts in each. */
const filesByProfile = (name: string) => [
  `compose/${name}.env`,
  { path: `compose/${name}.\${COMPOSE_PROFILES:-}.env`, required: false },
];

export const composeRegions = (): Record<string, string> => ({
  parts: toYaml(
    Object.assign({}, ...deployed.map((plan) => ({ [plan.name]: composeService(plan), ...composeCell(plan) }))),
  ),
  cells: toYaml(cellVolumes()),
  databases: toYaml(
    Object.assign({}, ...services.map((name) => fromFile(databaseVariable(name), databaseSecret(name)))),
  ),
  'database-secrets': toYaml({ secrets: ['cluster_url', ...services.map(databaseSecret), kafkaSecret('tools')] }),
  // The user with which setup creates Kafka's users.
  'kafka-users': toYaml(
    Object.assign({}, ...kafkaUsers.map((name) => fromFile(kafkaPasswordVariable(name), kafkaSecret(name)))),
  ),
  'kafka-secrets': toYaml({
    secrets: ['cluster_url', ...services.map(databaseSecret), ...kafkaUsers.map(kafkaSecret)],
  }),
  'tools-image': toYaml({ image: imageOf('tools') }),
  'mailbox-image': toYaml({ image: imageOf('mailbox') }),
  secrets: toYaml(
    Object.fromEntries(
      [...services.map(databaseSecret), ...kafkaUsers.map(kafkaSecret), ...services.map(redisSecret), ...secrets].map(
        (name) => [name, { file: `\${SECRETS:-./secrets}/${name}` }],
      ),
    ),
  ),
});

/** The regions of compose-secrets.sh. */
export const secretsRegions = (): Record<string, string> => ({
  secrets: `services="${services.join(' ')}"\nkafka_users="${kafkaUsers.join(' ')}"\nsecrets="${secrets.join(' ')}"`,
  'redis-rules': [
    'redis_rules() {',
    '  case $1 in',
    ...services.map((name) => `    ${name}) echo '${userOf(name)} on ${redisRules(name).join(' ')}' ;;`),
    '  esac',
    '}',
  ].join('\n'),
});

/** The regions of compose/managed.yaml. */
export const managedRegions = (): Record<string, string> => ({
  services: services.map((name) => `${name}: *managed`).join('\n'),
});
