// Where every command of package.json begins: `node infra/begin.mjs <command> [arguments]`.
// Runs on Node 20 with nothing installed: installs what the lockfile names, then hands over to the Node 24 among it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stamp = join(modules, '.tma-installed');
const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const [command = 'start', ...rest] = process.argv.slice(2);

const stop = (text) => {
  process.stderr.write(`${text}\n`);
  process.exit(1);
};

if (Number(process.versions.node.split('.')[0]) < 20) stop(`Node 20 or newer is needed; this is ${process.version}.`);

const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const installed = existsSync(stamp) && existsSync(node) && readFileSync(stamp, 'utf8') === lock;
if (!installed) install();

function install() {
  const begun = Date.now();
  process.stdout.write('  …  installing what the lockfile names (npm ci)\n');
  const { status, stdout, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const said = `${stdout ?? ''}${stderr ?? ''}`.split('\n').slice(0, 15).join('\n');
  if (status !== 0) stop(`npm ci did not work. Is the network there? What npm said:\n${said}`);
  if (!existsSync(node))
    stop('npm ci did not bring Node 24 (package "node"). Are install scripts switched off in npm?');
  mkdirSync(modules, { recursive: true });
  writeFileSync(stamp, lock);
  process.stdout.write(`  ✓  installed (${((Date.now() - begun) / 1000).toFixed(1)} s)\n`);
}

const script = join(root, 'infra', `${command}.ts`);
if (!existsSync(script)) stop(`There is no command ${command}.`);
const child = spawn(node, [script, ...rest], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${dirname(node)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}` },
});
// A terminal sends Ctrl-C to both; a signal sent to this process alone is handed on. The child decides when to end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (!process.stdin.isTTY || signal !== 'SIGINT') child.kill(signal);
  });
}
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
