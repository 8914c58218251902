/**
 * `npm run sbom [-- <folder>]`: lists the contents of each image, one file per image (CycloneDX): the packages of npm
 * with their hashes, and the image below. Reads the lockfile; no image has to be built.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseImages } from '../base-images.ts';
import { CommandError, runCommand } from '../command.ts';
import { images } from '../deploy/parts.ts';
import { isFrontend } from '../system.ts';

interface Bom {
  metadata: { component: object };
  components: { 'bom-ref': string }[];
}

/** The packages that are in an image: those it installs, and for a frontend those that are built into its files. */
const contents: [image: string, workspaces: string[]][] = [
  ...images.map(({ plan: { name }, image }): [string, string[]] => [
    name,
    [image.workspace, ...(isFrontend(name) ? [`frontends/${name}`] : [])],
  ]),
  ['tools', ['infra']],
];

function npm(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', [...args, '--package-lock-only'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new CommandError(`npm ${args.join(' ')} did not succeed:\n${stderr}`);
  return stdout;
}

/** npm's own `sbom --omit dev` also omits what a workspace runs with and another one needs for development; `ls` does not. */
function listPackages(workspaces: readonly string[]): Bom {
  const chosen = workspaces.flatMap((workspace) => ['--workspace', workspace]);
  const lines = npm(['ls', '--all', '--omit', 'dev', '--parseable', '--long', ...chosen])
    .trim()
    .split('\n');
  const held = new Set(lines.map((line) => line.split(':')[1]));
  const bom = JSON.parse(npm(['sbom', '--sbom-format', 'cyclonedx', ...chosen])) as Bom;
  return { ...bom, components: bom.components.filter((component) => held.has(component['bom-ref'])) };
}

/** Node and the system's libraries are copied from the image below: its digest says which. */
function imageBelow() {
  const [name = '', tag = '', ...digest] = baseImages.node.split(/[:@]/);
  return { type: 'container', 'bom-ref': baseImages.node, name, version: `${tag}@${digest.join(':')}` };
}

await runCommand(async () => {
  const folder = process.argv[2] ?? 'sbom';
  mkdirSync(folder, { recursive: true });
  for (const [image, workspaces] of contents) {
    const bom = listPackages(workspaces);
    bom.metadata.component = { type: 'container', 'bom-ref': `tma/${image}`, name: `tma/${image}` };
    bom.components.push(imageBelow());
    const file = join(folder, `${image}.cdx.json`);
    writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
    process.stdout.write(`${file}: ${bom.components.length} components\n`);
  }
});
