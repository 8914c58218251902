/** The files that describe the portal's parts to Docker, compose, Kubernetes and Prometheus, and its settings to the operator. */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { composeRegions, managedRegions, secretsRegions } from './compose.ts';
import { dockerfileRegions } from './dockerfile.ts';
import { caddyfile } from './edge.ts';
import {
  kedaRegions,
  kustomizationRegions,
  overlayRegions,
  partsFile,
  settingsRegions,
  tlsRegions,
} from './kubernetes.ts';
import { networkRegions } from './network.ts';
import { deployed } from './parts.ts';
import { fillRegions } from './regions.ts';
import { bodyMb, settingsTable } from './settings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(root + file, 'utf8');

/** The folders of all packages of the project. */
function workspaces(): string[] {
  const { workspaces: patterns } = JSON.parse(read('package.json')) as { workspaces: string[] };
  const files = globSync(
    patterns.map((pattern) => `${pattern}/package.json`),
    { cwd: root },
  );
  return files.map((file) => dirname(file).replaceAll('\\', '/')).sort();
}

/** The parts that Prometheus scrapes. */
const targets = () =>
  deployed.filter(({ metrics }) => metrics).map(({ name, part }) => `${name}:${part.metricsPort ?? 8080}`);

/** The expected text of each file, from system.ts, parts.ts and settings.ts; what is outside regions stays as it is on disk. */
function manifests(): Record<string, string> {
  const filled = (file: string, regions: Record<string, string>) =>
    [file, fillRegions(file, read(file), regions)] as const;
  return Object.fromEntries([
    filled('README.md', { settings: settingsTable() }),
    filled('infra/Dockerfile', dockerfileRegions(workspaces())),
    filled('infra/compose.yaml', composeRegions()),
    filled('infra/compose/managed.yaml', managedRegions()),
    filled('infra/compose-secrets.sh', secretsRegions()),
    filled('infra/observability/prometheus.yaml', { targets: `- targets: [${targets().join(', ')}]` }),
    filled('infra/k8s/base/ingress.yaml', { body: `nginx.ingress.kubernetes.io/proxy-body-size: ${bodyMb}m` }),
    filled('infra/k8s/base/kustomization.yaml', kustomizationRegions()),
    filled('infra/k8s/base/network.yaml', networkRegions()),
    filled('infra/k8s/base/settings.yaml', settingsRegions()),
    filled('infra/k8s/components/keda/notify.yaml', kedaRegions()),
    filled('infra/k8s/components/tls/kustomization.yaml', tlsRegions()),
    filled('infra/k8s/overlays/example/kustomization.yaml', overlayRegions()),
    ['infra/compose/Caddyfile', caddyfile()],
    ['infra/k8s/base/parts.yaml', `# Written by npm run manifests from infra/deploy/kubernetes.ts.\n${partsFile()}`],
  ]);
}

/** Compares the files with what they should be, and with `write` updates them. @returns the names of those that differed */
export function updateManifests(options: { write: boolean }): string[] {
  const differing = Object.entries(manifests()).filter(
    ([file, text]) => !existsSync(root + file) || read(file) !== text,
  );
  if (options.write) for (const [file, text] of differing) writeFileSync(root + file, text);
  return differing.map(([file]) => file);
}
