import { consumers, services, urlVariable } from '@tma/contracts';
import { secretVariable } from '../process-plan.ts';
import { isFrontend, isService, maxInstances } from '../system.ts';
import { type Deployed, deployed, socketOf, version } from './parts.ts';
import { databaseVariable, kafkaPasswordVariable } from './tools.config.ts';
import { toYaml } from './yaml.ts';

const probe = (kind: 'live' | 'ready', times: object) => ({
  httpGet: { path: `/health/${kind}`, port: 'http' },
  ...times,
});

/** Users of Redis and Kafka that services share where they have none of their own: what a service's secret says comes later. */
const shared = ['redis', 'kafka'].map((name) => ({ secretRef: { name, optional: true } }));

const confined = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

function container({ name, calls = [], part }: Deployed): object {
  const { data, metricsPort, calledBack, requests, memory } = part;
  const env = [
    ...calls.map((other) => ({ name: urlVariable(other), value: `http://${other}` })),
    ...(part.cell ? [{ name: part.cell.variable, value: socketOf(part.cell) }] : []),
    ...(metricsPort ? [{ name: 'METRICS_PORT', value: String(metricsPort) }] : []),
  ];
  return {
    name,
    image: `tma/${name}`,
    ports: [
      { name: 'http', containerPort: 8080 },
      ...(metricsPort ? [{ name: 'metrics', containerPort: metricsPort }] : []),
      ...(calledBack ? [{ name: calledBack.name, containerPort: calledBack.port }] : []),
    ],
    envFrom: [{ configMapRef: { name: 'settings' } }, ...(isService(name) ? [...shared, { secretRef: { name } }] : [])],
    env: env.length > 0 ? env : undefined,
    // A service brings its schema up to date before it listens: for an hour at most (`packages/kit/migrate.ts`).
    startupProbe: probe('live', { periodSeconds: 2, failureThreshold: isService(name) ? 1800 : 60 }),
    livenessProbe: probe('live', { periodSeconds: 10, timeoutSeconds: 3 }),
    readinessProbe: probe('ready', { periodSeconds: 5, timeoutSeconds: 3 }),
    // It answers until it is removed from the endpoints.
    lifecycle: { preStop: { sleep: { seconds: 5 } } },
    resources: { requests, limits: { memory: `${memory}Mi` } },
    securityContext: confined,
    volumeMounts: [
      { name: 'tmp', mountPath: '/tmp' },
      ...(data ? [{ name: data.scratch.name, mountPath: data.path }] : []),
      ...(part.cell ? [{ name: part.cell.name, mountPath: part.cell.folder, readOnly: true }] : []),
    ],
  };
}

/**
 * The cell of a part: a sidecar, which starts before the part and ends after it. It has no environment and no files but the folder of
 * its socket; the network of its pod it shares, as all containers of a pod do (docs/decisions/027-pictures-are-decoded-in-a-process.md).
 */
const cellOf = ({ name, part: { cell } }: Deployed): object[] =>
  cell
    ? [
        {
          name: cell.name,
          image: `tma/${name}`,
          restartPolicy: 'Always',
          command: cell.command,
          resources: { requests: cell.requests, limits: { memory: `${cell.memory}Mi` } },
          securityContext: { ...confined, runAsUser: cell.user, runAsGroup: cell.user },
          volumeMounts: [{ name: cell.name, mountPath: cell.folder }],
        },
      ]
    : [];

const podSpec = (plan: Deployed) => ({
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  terminationGracePeriodSeconds: 20,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: 1000,
    runAsGroup: 1000,
    fsGroup: 1000,
    seccompProfile: { type: 'RuntimeDefault' },
  },
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: 'kubernetes.io/hostname',
      whenUnsatisfiable: 'ScheduleAnyway',
      labelSelector: { matchLabels: { app: plan.name } },
    },
  ],
  ...(plan.part.cell && { shareProcessNamespace: false, initContainers: cellOf(plan) }),
  containers: [container(plan)],
  volumes: [
    { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } },
    // Files are in S3 here: a pod keeps only what is on its way there.
    ...(plan.part.data
      ? [{ name: plan.part.data.scratch.name, emptyDir: { sizeLimit: plan.part.data.scratch.size } }]
      : []),
    ...(plan.part.cell ? [{ name: plan.part.cell.name, emptyDir: { medium: 'Memory', sizeLimit: '1Mi' } }] : []),
  ],
});

/** The number of pods is up to the autoscaler. */
const deployment = (plan: Deployed) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: plan.name },
  spec: {
    revisionHistoryLimit: 3,
    strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
    selector: { matchLabels: { app: plan.name } },
    template: {
      metadata: { labels: { app: plan.name, ...(isService(plan.name) && { 'tma/service': 'true' }) } },
      spec: podSpec(plan),
    },
  },
});

const callbackOf = ({ part: { calledBack } }: Deployed) =>
  calledBack ? [{ name: calledBack.name, port: calledBack.port, targetPort: calledBack.name }] : [];

/** A deployment, with its service and autoscaler. */
const resourcesOf = (plan: Deployed): object[] => [
  deployment(plan),
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: plan.name },
    spec: {
      selector: { app: plan.name },
      ports: [{ name: 'http', port: 80, targetPort: 'http' }, ...callbackOf(plan)],
    },
  },
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: plan.name },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: plan.name },
      minReplicas: 2,
      maxReplicas: isFrontend(plan.name) ? 4 : maxInstances,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
      ],
    },
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: plan.name },
    spec: { maxUnavailable: 1, selector: { matchLabels: { app: plan.name } } },
  },
];

export const partsFile = (): string => deployed.flatMap(resourcesOf).map(toYaml).join('---\n');

/** The keys of each secret that has to exist, as kustomization.yaml lists them. */
const secretKeys = () =>
  deployed
    .filter(({ name }) => isService(name))
    .map(({ name, settings, secrets = [] }) => {
      const own = settings.filter(({ inSecret }) => inSecret).map((setting) => setting.name);
      const access = ['DATABASE_URL', 'REDIS_URL', 'KAFKA_USERNAME', 'KAFKA_PASSWORD'];
      return [name, [...access, ...own, ...secrets.map(secretVariable)].join(' ')];
    });

export const kustomizationRegions = (): Record<string, string> => ({
  secrets: [
    ...secretKeys(),
    ['setup', `${services.map(databaseVariable).join(' ')}, and CLUSTER_URL if it creates them; KAFKA_USERNAME`],
    ['', `KAFKA_PASSWORD ${services.map(kafkaPasswordVariable).join(' ')} if it makes users`],
    ['redis', 'REDIS_URL, instead of one in each service'],
    ['kafka', 'KAFKA_USERNAME KAFKA_PASSWORD, instead of those of each service'],
  ]
    .map(([name = '', keys = '']) => `#   ${name.padEnd(8)} ${keys}`)
    .join('\n'),
});

/** The settings whose values in settings.yaml are written by hand. */
const saidElsewhere = ['MAIL_FROM', 'TIME_ZONE', 'TRUST_PROXY'];

/** The regions of settings.yaml: all that compose takes from the operator, but secrets. */
export const settingsRegions = (): Record<string, string> => {
  const names = deployed.flatMap(({ settings }) =>
    settings.filter(({ inSecret }) => !inSecret).map(({ name }) => name),
  );
  const open = [...new Set(names)].filter((name) => !saidElsewhere.includes(name)).sort();
  return {
    defaults: `# Empty ones have the defaults of the table in README.md.\n${toYaml(Object.fromEntries(open.map((name) => [name, ''])))}`,
  };
};

/**
 * The regions of the component keda: an instance of notify for each share of the events that wait for it. Each has connections
 * to Postgres; more than a topic has partitions would have nothing to do.
 */
export const kedaRegions = (): Record<string, string> => ({
  triggers: toYaml({
    maxReplicaCount: maxInstances,
    triggers: Object.entries(consumers)
      .filter(([, groups]) => groups.some((group) => group === 'notify'))
      .map(([topic]) => ({
        type: 'kafka',
        metadata: { bootstrapServers: 'kafka:9092', consumerGroup: 'notify', topic, lagThreshold: '200' },
      })),
  }),
});

export const tlsRegions = (): Record<string, string> => ({
  services: toYaml([{ path: 'access.yaml', target: { kind: 'Deployment', name: services.join('|') } }]),
});

export const overlayRegions = (): Record<string, string> => ({
  images: toYaml({
    images: ['tools', ...deployed.map(({ name }) => name)].map((name) => ({
      name: `tma/${name}`,
      newName: `images.example.gov/tma/${name}`,
      newTag: version,
    })),
  }),
});
