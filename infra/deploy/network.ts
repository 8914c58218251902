import { frontends, services } from '@tma/contracts';
import { isService } from '../system.ts';
import { deployed } from './parts.ts';
import { toYaml } from './yaml.ts';

/** A selector of the pods of some parts. */
const labelled = (names: readonly string[]) =>
  names.length === 1
    ? { matchLabels: { app: names[0] } }
    : { matchExpressions: [{ key: 'app', operator: 'In', values: names }] };
const pods = (names: readonly string[]) => ({ podSelector: labelled(names) });
const namespace = (name: string) => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
});
const tcp = (ports: readonly (string | number)[]) => ports.map((port) => ({ protocol: 'TCP', port }));

interface Policy {
  name: string;
  why: string;
  /** The parts that the policy applies to. */
  of: readonly string[];
  /** Selects the pods that may call them. */
  from?: object;
  /** Selects the pods that they may call; without `from` and `to` they may call any address. */
  to?: object;
  ports: readonly (string | number)[];
}

function policyOf({ name, why, of, from, to, ports }: Policy): string {
  const rules = [{ from: from && [from], to: to && [to], ports: tcp(ports) }];
  const policy = {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name },
    spec: {
      podSelector: labelled(of),
      policyTypes: [from ? 'Ingress' : 'Egress'],
      ...(from ? { ingress: rules } : { egress: rules }),
    },
  };
  return `# ${why}\n${toYaml(policy)}`;
}

/** Calls of one part to another, beside those of the gateway. */
const calls = deployed
  .filter(({ name }) => name !== 'gateway')
  .flatMap(({ name, calls: called = [] }) => called.map((to) => ({ from: name, to })));
const behindGateway = [...services, ...frontends];
const withMetrics = deployed.filter(({ metrics }) => metrics).map(({ name }) => name);

const policies: readonly Policy[] = [
  {
    name: 'from-ingress',
    why: 'From the internet to the gateway, and to the frontends as the origin of a CDN.',
    of: ['gateway', ...frontends],
    from: namespace('ingress-nginx'),
    ports: ['http'],
  },
  {
    name: 'from-gateway',
    why: 'From the gateway to every other part.',
    of: behindGateway,
    from: pods(['gateway']),
    ports: ['http'],
  },
  {
    name: 'gateway-to-parts',
    why: 'The same, as the gateway sees it.',
    of: ['gateway'],
    to: pods(behindGateway),
    ports: ['http'],
  },
  ...calls.map(({ from, to }) => ({
    name: `${from}-to-${to}`,
    why: 'A call of one part to another that waits for the response.',
    of: [to],
    from: pods([from]),
    ports: ['http'],
  })),
  ...calls
    .filter(({ from }) => !isService(from))
    .map(({ from, to }) => ({
      name: `calls-of-${from}`,
      why: 'The same, as who calls sees it; what services may call is below.',
      of: [from],
      to: pods([to]),
      ports: ['http'],
    })),
  {
    name: 'services-to-auth',
    why: 'The public keys of tokens.',
    of: ['auth'],
    from: { podSelector: { matchLabels: { 'tma/service': 'true' } } },
    ports: ['http'],
  },
  ...deployed.flatMap(({ name, part: { outside = [] } }) =>
    outside.map((server) => ({
      name: `${name}-to-${server.name}`,
      why: `To ${server.why}.`,
      of: [name],
      ports: server.ports,
    })),
  ),
  ...deployed.flatMap(({ name, part: { calledBack } }) =>
    calledBack
      ? {
          name: `${calledBack.by}-to-${name}`,
          why: 'The same calls back: receipts, and what telephones send.',
          of: [name],
          from: namespace(calledBack.by),
          ports: [calledBack.name],
        }
      : [],
  ),
  {
    name: 'from-monitoring',
    why: 'Prometheus: the services have their metrics on their own port, the gateway on a port of its own.',
    of: withMetrics,
    from: namespace('monitoring'),
    ports: [8080, ...deployed.flatMap(({ part }) => part.metricsPort ?? [])],
  },
  {
    name: 'to-collector',
    why: 'Traces, to a collector beside Prometheus.',
    of: withMetrics,
    to: namespace('monitoring'),
    ports: [4318],
  },
];

export const networkRegions = (): Record<string, string> => ({
  parts: policies.map(policyOf).join('---\n'),
  called: toYaml([
    {
      to: [pods([...new Set(['auth', ...calls.filter(({ from }) => isService(from)).map(({ to }) => to)])])],
      ports: tcp(['http']),
    },
  ]),
});
