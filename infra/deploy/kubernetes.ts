import { consumers, services, urlVariable } from '@tma/contracts';
import { isFrontend, isService, maxInstances, secretVariable } from '../system.ts';
import { type Deployed, deployed } from './parts.ts';
import { databaseVariable } from './tools.config.ts';

const variable = (name: string, value: string) => `- { name: ${name}, value: ${value} }`;
/** Lines that follow another, indented; nothing where there are none. */
const more = (depth: number, lines: readonly string[]) => lines.map((line) => `\n${' '.repeat(depth)}${line}`).join('');

/** A deployment, what leads to it, and how many of it there are. */
function resourcesOf({ name, calls = [], part }: Deployed): string {
  const { data, metricsPort, requests, memory } = part;
  const labels = isService(name) ? `app: ${name}, tma/service: "true"` : `app: ${name}`;
  const ports = metricsPort ? [`- { name: metrics, containerPort: ${metricsPort} }`] : [];
  const secretNames = isService(name) ? ['redis', name] : [];
  const variables = [
    ...calls.map((other) => variable(urlVariable(other), `http://${other}`)),
    ...(metricsPort ? [variable('METRICS_PORT', `"${metricsPort}"`)] : []),
  ];
  const env = variables.length > 0 ? ['env:', ...variables.map((line) => `  ${line}`)] : [];
  const slowStart = isService(name)
    ? '# Its schema is brought up to date before it listens.'
    : '# Compiled on the first run.';
  const mounts = data ? [`- { name: ${data.scratch.name}, mountPath: ${data.path} }`] : [];
  const volumes = data
    ? [
        '# Files are in S3 here: a pod keeps only what is on its way there.',
        `- { name: ${data.scratch.name}, emptyDir: { sizeLimit: ${data.scratch.size} } }`,
      ]
    : [];
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  # The number of pods is up to the autoscaler.
  revisionHistoryLimit: 3
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata:
      labels: { ${labels} }
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: 20
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile: { type: RuntimeDefault }
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector: { matchLabels: { app: ${name} } }
      containers:
        - name: ${name}
          image: tma/${name}
          ports:
            - { name: http, containerPort: 8080 }${more(12, ports)}
          envFrom:
            - configMapRef: { name: settings }${more(
              12,
              secretNames.map((one) => `- secretRef: { name: ${one} }`),
            )}${more(10, env)}
          ${slowStart}
          startupProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 10
            timeoutSeconds: 3
          readinessProbe:
            httpGet: { path: /health/ready, port: http }
            periodSeconds: 5
            timeoutSeconds: 3
          lifecycle:
            # It still answers until everybody knows that it stops.
            preStop: { sleep: { seconds: 5 } }
          resources:
            requests: { cpu: ${requests.cpu}, memory: ${requests.memory} }
            limits: { memory: ${memory}Mi }
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          volumeMounts:
            - { name: tmp, mountPath: /tmp }${more(12, mounts)}
      volumes:
        - { name: tmp, emptyDir: { sizeLimit: 64Mi } }${more(8, volumes)}
---
apiVersion: v1
kind: Service
metadata: { name: ${name} }
spec:
  selector: { app: ${name} }
  ports:
    - { name: http, port: 80, targetPort: http }
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: ${name} }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: ${name} }
  minReplicas: 2
  maxReplicas: ${isFrontend(name) ? 4 : maxInstances}
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: 70 } }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: ${name} }
spec:
  maxUnavailable: 1
  selector: { matchLabels: { app: ${name} } }
`;
}

/** The file parts.yaml. */
export const partsFile = (): string => deployed.map(resourcesOf).join('---\n');

/** The keys of each secret that has to exist, as kustomization.yaml lists them. */
const secretKeys = () =>
  deployed
    .filter(({ name }) => isService(name))
    .map(({ name, part, secrets = [] }) => [
      name,
      ['DATABASE_URL', ...(part.inSecret ?? []), ...secrets.map(secretVariable)].join(' '),
    ]);

/** The regions of kustomization.yaml. */
export const kustomizationRegions = (): Record<string, string> => ({
  secrets: [
    ...secretKeys(),
    ['redis', 'REDIS_URL'],
    ['setup', `${services.map(databaseVariable).join(' ')}, and CLUSTER_URL if it creates them`],
  ]
    .map(([name = '', keys = '']) => `#   ${name.padEnd(8)} ${keys}`)
    .join('\n'),
});

/** What settings.yaml says a value of, and what a component of its own turns on. */
const saidElsewhere = ['MAIL_FROM', 'TIME_ZONE', 'TRUST_PROXY', 'OPS_PAGE'];

/** The regions of settings.yaml: all that compose takes from the operator, but secrets. */
export const settingsRegions = (): Record<string, string> => {
  const names = deployed.flatMap(({ part: { settings = [], inSecret = [] } }) =>
    settings
      .map((setting) => (typeof setting === 'string' ? setting : setting.name))
      .filter((name) => !inSecret.includes(name)),
  );
  const open = [...new Set(names)].filter((name) => !saidElsewhere.includes(name)).sort();
  return {
    defaults: ['# Empty ones have the defaults of the table in README.md.', ...open.map((name) => `${name}: ""`)].join(
      '\n',
    ),
  };
};

/** The regions of the component keda: an instance of notify for each share of the events that wait for it. */
export const kedaRegions = (): Record<string, string> => ({
  triggers: [
    '# Each has connections to Postgres. More than a topic has partitions would have nothing to do.',
    `maxReplicaCount: ${maxInstances}`,
    'triggers:',
    ...Object.entries(consumers)
      .filter(([, groups]) => groups.some((group) => group === 'notify'))
      .map(
        ([topic]) => `  - type: kafka
    metadata:
      bootstrapServers: kafka:9092
      consumerGroup: notify
      topic: ${topic}
      lagThreshold: "200"`,
      ),
  ].join('\n'),
});

/** The regions of the component tls. */
export const tlsRegions = (): Record<string, string> => ({
  services: `- { path: access.yaml, target: { kind: Deployment, name: ${services.join('|')} } }`,
});

/** The regions of the example of an overlay. */
export const overlayRegions = (): Record<string, string> => ({
  images: [
    'images:',
    ...['tools', ...deployed.map(({ name }) => name)].map(
      (name) => `  - { name: tma/${name}, newName: images.example.gov/tma/${name}, newTag: 0.1.0 }`,
    ),
  ].join('\n'),
});
