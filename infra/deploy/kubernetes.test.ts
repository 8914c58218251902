import { readdirSync, readFileSync } from 'node:fs';
import { services } from '@tma/contracts';
import { kafkaConfig, kafkaServers, readConfig } from '@tma/kit';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { processes } from '../system.ts';

interface Container {
  image: string;
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  [key: string]: unknown;
}
interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: {
    template: {
      metadata: { labels: Record<string, string> };
      spec: { containers: Container[]; [key: string]: unknown };
    };
    [key: string]: unknown;
  };
}

const at = (path: string) => new URL(`../k8s/${path}`, import.meta.url);
const text = (path: string) => readFileSync(at(path), 'utf8');
const kustomization = parse(text('./base/kustomization.yaml')) as { resources: string[] };
const resources = kustomization.resources.flatMap((file) =>
  parseAllDocuments(text(`./base/${file}`), { merge: true }).map((one) => one.toJS() as Resource),
);
const named = (kind: string, name: string) => resources.find((one) => one.kind === kind && one.metadata.name === name);
const parts = processes.map(({ name }) => name).filter((name) => name !== 'mailbox');

const ajv = new Ajv({ strict: false, validateFormats: false });

/** The schema's file by kubeconform's naming: the kind, the group's first word, the version. */
function schemaOf({ apiVersion, kind }: Resource) {
  const [version = '', group] = apiVersion.split('/').reverse();
  const file = [kind.toLowerCase(), group?.split('.')[0], version].filter(Boolean).join('-');
  // Compiled once for all resources of a kind.
  return (
    ajv.getSchema(file) ?? ajv.addSchema(JSON.parse(text(`./schemas/${file}.json`)) as object, file).getSchema(file)
  );
}

it.each(resources.map((one) => [`${one.kind} ${one.metadata.name}`, one] as const))(
  '%s fits the schema of Kubernetes',
  (_, one) => {
    const check = schemaOf(one);
    expect([check?.(one), check?.errors]).toEqual([true, null]);
  },
);

it('kustomization.yaml names every file of the base', () => {
  const files = readdirSync(at('./base')).filter((file) => file !== 'kustomization.yaml');
  expect(files.sort()).toEqual([...kustomization.resources].sort());
});

describe.each(parts)('%s', (name) => {
  const deployment = named('Deployment', name);
  const pod = deployment?.spec.template.spec;
  const [container] = pod?.containers ?? [];

  it('has a service, an autoscaler and a disruption budget', () => {
    expect(named('Service', name)?.spec).toMatchObject({ selector: { app: name } });
    expect(named('HorizontalPodAutoscaler', name)?.spec).toMatchObject({ minReplicas: 2, scaleTargetRef: { name } });
    expect(named('PodDisruptionBudget', name)?.spec).toMatchObject({ selector: { matchLabels: { app: name } } });
    expect(deployment?.spec).not.toHaveProperty('replicas');
  });
  it('has probes, requests and limits', () => {
    expect(container).toMatchObject({
      image: `tma/${name}`,
      startupProbe: { httpGet: { path: '/health/live' } },
      livenessProbe: { httpGet: { path: '/health/live' } },
      readinessProbe: { httpGet: { path: '/health/ready' } },
      resources: {
        requests: { cpu: expect.anything(), memory: expect.anything() },
        limits: { memory: expect.anything() },
      },
    });
  });
});

it.each(
  resources.filter(({ kind }) => ['Deployment', 'Job'].includes(kind)).map((one) => [one.metadata.name, one] as const),
)('%s has no privileges and a read-only root', (_, { spec }) => {
  expect(spec.template.spec).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      },
    ],
  });
});

it('pictures are decoded in a sidecar without environment, as a user of its own, that sees the folder of its socket alone', () => {
  const pod = named('Deployment', 'files')?.spec.template.spec;
  const [decoder] = (pod?.initContainers ?? []) as Container[];
  expect(pod).toMatchObject({
    shareProcessNamespace: false,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
  });
  expect(decoder).toMatchObject({
    name: 'decoder',
    restartPolicy: 'Always',
    resources: { limits: { memory: expect.anything() } },
    securityContext: {
      runAsUser: 10001,
      runAsGroup: 10001,
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    volumeMounts: [{ name: 'decoder', mountPath: '/run/decoder' }],
  });
  for (const absent of ['env', 'envFrom', 'ports']) expect(decoder).not.toHaveProperty(absent);
  expect(pod?.volumes).toContainEqual({ name: 'decoder', emptyDir: { medium: 'Memory', sizeLimit: '1Mi' } });
});

describe('what may be reached of other hosts', () => {
  interface Egress {
    podSelector: { matchLabels?: Record<string, string> };
    egress?: { to?: object[]; ports: { port: number | string }[] }[];
  }
  const open = resources
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .flatMap(({ metadata: { name }, spec }) =>
      ((spec as unknown as Egress).egress ?? []).flatMap(({ to, ports }, index) =>
        to ? [] : [{ name, index, ports: ports.map(({ port }) => port) }],
      ),
    );

  it('is by port: of files, notify, the services and setup alone', () => {
    expect(Object.fromEntries(open.map(({ name, ports }) => [name, ports]))).toEqual({
      'files-to-s3': [443],
      'files-to-scanner': [3310],
      'notify-to-mail': [25, 465, 587],
      'notify-to-kannel': [13013],
      'services-to-backing': [5432, 9092, 6379],
      'setup-to-backing': [5432, 9092],
    });
  });
  it.each(open)('$name is narrowed to addresses by the patch that the guide has', ({ name, index }) => {
    const guide = text('../../docs/operator.md');
    const patch = JSON.parse(/name: notify-to-mail \}\n +patch: '([^']+)'/.exec(guide)?.[1] ?? '') as {
      path: string;
      value: object[];
    }[];
    expect(patch.map(({ path }) => path)).toEqual(['/spec/egress/0/to']);
    // The guide says which is the second.
    expect(index).toBe(name === 'services-to-backing' ? 1 : 0);
    const patched = structuredClone(named('NetworkPolicy', name)) as Resource & { spec: Required<Egress> };
    for (const { value } of patch) patched.spec.egress[index] = { ...patched.spec.egress[index], to: value } as never;
    const check = schemaOf(patched);
    expect([check?.(patched), check?.errors]).toEqual([true, null]);
  });
});

it('every secret that is referred to is listed for the operator, and the settings hold none', () => {
  const listed = [...text('./base/kustomization.yaml').matchAll(/^# {3}(\w+) /gm)].map((match) => match[1]);
  const referred = resources
    .filter(({ kind }) => ['Deployment', 'Job'].includes(kind))
    .flatMap(({ spec }) => spec.template.spec.containers)
    .flatMap(({ envFrom }) => (envFrom ?? []).flatMap(({ secretRef }) => secretRef?.name ?? []));
  expect([...new Set(referred)].sort()).toEqual(listed.sort());
  expect(text('./base/settings.yaml')).not.toMatch(/(?<!RATE_LIMIT_)SECRET|PASSWORD|DATABASE_URL|ACCESS_KEY/);
});

it('an operator finds every setting in the settings or a secret', () => {
  const { data } = parse(text('./base/settings.yaml')) as { data: Record<string, string> };
  const [compose] = parseAllDocuments(text('../compose.yaml'), { merge: true }).map((one) => one.toJS());
  const inCompose = parts.flatMap((name) =>
    // Those that compose takes from the operator alone: `${NAME:-default}`.
    Object.entries<unknown>(compose.services[name].environment ?? {})
      .filter(([variable, value]) => String(value).startsWith(`\${${variable}:-`))
      .map(([variable]) => variable),
  );
  const inSecrets =
    text('./base/kustomization.yaml')
      .match(/^# {3}\w+ .*$/gm)
      ?.join(' ')
      .split(/\s+/) ?? [];
  // The headers for a collector may hold a key: they are no setting that everybody reads.
  const known = [...Object.keys(data), ...inSecrets, 'OTEL_EXPORTER_OTLP_HEADERS'];
  expect(inCompose).toContain('CLOSURE_DAYS');
  expect(inCompose.filter((variable) => !known.includes(variable))).toEqual([]);
});

describe('the component tls', () => {
  const component = parse(text('./components/tls/kustomization.yaml')) as {
    resources: string[];
    patches: { path: string; target: { kind: string; name: string } }[];
  };
  const targets = component.patches.flatMap(({ path, target: { kind, name } }) =>
    name.split('|').map((one) => [one, kind, path] as const),
  );

  it('reaches every service, and setup', () => {
    const reached = targets.filter(([, kind]) => kind !== 'NetworkPolicy').map(([name]) => name);
    expect(reached).toEqual([...services, 'setup']);
  });
  it.each(targets)('adds to what %s has, and the result fits the schema of Kubernetes', (name, kind, path) => {
    const patched = structuredClone(named(kind, name));
    const patch = parse(text(`./components/tls/${path}`)) as { op: string; path: string; value: unknown }[];
    for (const { op, path: to, value } of patch) {
      // Each adds to the end of a list, which has to be there.
      expect([op, to]).toEqual(['add', expect.stringMatching(/^(\/\w+)+\/-$/)]);
      const list = to
        .split('/')
        .slice(1, -1)
        .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], patched);
      (list as unknown[]).push(value);
    }
    const check = schemaOf(patched as Resource);
    expect([check?.(patched), check?.errors]).toEqual([true, null]);
  });
  it('tells what a service understands, and where the authority is mounted', () => {
    const [settings] = component.resources.map((file) => parse(text(`./components/tls/${file}`)));
    const { NODE_EXTRA_CA_CERTS: file, ...rest } = (settings as { data: Record<string, string> }).data;
    expect(text('./components/tls/access.yaml')).toContain(`mountPath: ${file?.replace('/ca.crt', '')},`);
    const given = { KAFKA_BROKERS: 'kafka:9093', KAFKA_USERNAME: 'tma', KAFKA_PASSWORD: 'any', ...rest };
    expect(kafkaServers(readConfig(kafkaConfig, given))).toMatchObject({ ssl: true, sasl: { username: 'tma' } });
  });
});
