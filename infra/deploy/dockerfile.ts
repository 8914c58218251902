import { frontends } from '@tma/contracts';
import { isFrontend } from '../system.ts';
import { images, toolsCopies, version } from './parts.ts';

const copyEach = (paths: readonly string[]) => paths.map((path) => `COPY ${path} ${path}`);
const packagesOf = (workspace: string) => `${workspace.replaceAll('/', '-')}-packages`;
const setEach = (values: Readonly<Record<string, string>>) => {
  const pairs = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return pairs.length > 0 ? [`ENV ${pairs.join(' ')}`] : [];
};

/** The final stage of the image of a process. */
function imageStage({ plan, image }: (typeof images)[number]): string {
  const { name, options = [], run, tuning } = plan;
  const { workspace, copies, variables, metricsPort, data } = image;
  const dist = `frontends/${name}/dist`;
  return [
    `FROM part AS ${name}`,
    `COPY --from=${packagesOf(workspace)} /app ./`,
    ...copyEach(copies),
    ...(isFrontend(name) ? [`COPY --from=${name}-built /app/${dist} ${dist}`] : []),
    ...setEach({ ...variables, ...tuning, ...(metricsPort ? { METRICS_PORT: String(metricsPort) } : {}) }),
    ...(metricsPort ? [`EXPOSE ${metricsPort}`] : []),
    ...(data ? [`VOLUME ${data.path}`] : []),
    `CMD ${JSON.stringify(['node', ...options, ...run]).replaceAll('","', '", "')}`,
  ].join('\n');
}

/** The regions of the Dockerfile. @param workspaces the folders of all packages of the project */
export const dockerfileRegions = (workspaces: readonly string[]): Record<string, string> => ({
  workspaces: workspaces.map((folder) => `COPY ${folder}/package.json ${folder}/`).join('\n'),
  labels: `LABEL org.opencontainers.image.version="${version}" org.opencontainers.image.licenses="MIT"`,
  packages: [...new Set(images.map(({ image }) => image.workspace))]
    .map((folder) => `FROM manifests AS ${packagesOf(folder)}\nRUN npm ci --omit=dev --workspace ${folder}`)
    .join('\n'),
  frontends: frontends
    .map(
      (name) => `FROM building AS ${name}-built
COPY frontends/${name} frontends/${name}
${name === 'shell' ? 'COPY docs/privacy*.md docs/\n' : ''}RUN node infra/build/build-frontend.ts ${name}`,
    )
    .join('\n'),
  parts: images.map(imageStage).join('\n\n'),
  tools: copyEach(toolsCopies).join('\n'),
});
