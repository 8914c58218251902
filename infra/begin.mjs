// Runs a command: `node infra/begin.mjs <command> [arguments]`. Every script of package.json begins here. What operators need
// is in infra/commands; what only developers need, in the commands of testing and bench.
// Runs on Node 20 with nothing installed: installs what the lockfile names, then hands over to the Node 24 among it.
// The portal is installed without what only tests, benches and screenshots need: a third of it, 250 MB. The first command
// that needs the rest adds it, and touches nothing that a running portal uses.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const lockfile = join(root, 'package-lock.json');
const stamp = join(modules, '.tma-installed');
const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const [command = 'start', ...rest] = process.argv.slice(2);
/** Commands of infra that need every package; its others need those of the portal. */
const complete = ['audit', 'check'];
const portal = ['packages', 'services', 'gateway', 'frontends', 'infra'].flatMap((folder) => ['--workspace', folder]);
const folder = ['infra', 'testing', 'bench'].find((one) => existsSync(join(root, one, 'commands', `${command}.ts`)));

if (Number(process.versions.node.split('.')[0]) < 20) stop(`Node 20 or newer is needed; this is ${process.version}.`);
if (!folder) stop(`There is no command ${command}.`);

let child;
/** Set by a signal, or when npm, which started this, is gone: what runs is ended, and nothing more is begun. */
let ending = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    ending = true;
    // A terminal sends Ctrl-C to both; a signal sent to this process alone is handed on. The child decides when to end.
    if (!process.stdin.isTTY || signal !== 'SIGINT') child?.kill(signal);
  });
}

// npm ends without a word to us when it is killed; what it started is then nobody's. A second signal would end the child at once.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (ending || process.ppid === parent) return;
    ending = true;
    child?.kill('SIGTERM');
  }, 500).unref();
}

await install(folder !== 'infra' || complete.includes(command));
// The channel tells the child when this process is gone, however it went.
child = spawn(node, [join(root, folder, 'commands', `${command}.ts`), ...rest], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
});
child.on('error', (error) => stop(`${node} does not run: ${error.message}`));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

async function install(all) {
  const there = installed();
  if (there === 'portal' && all) {
    // Had this been broken off, a package could be there in part, and npm would not notice: the next one begins anew.
    writeFileSync(stamp, `${lockHash()} begun`);
    await npm(['install', '--no-save'], 'all');
  } else if (there === 'nothing' || (there === 'begun' && all)) {
    // To install anew is to remove first what the running one is made of.
    if (existsSync(node) && runs()) {
      if (all) stop('Packages have to be installed anew, and the portal that is running uses them. Stop it first.');
      process.stdout.write(
        '  !          the portal is running, and was updated since it was started: stop it, then npm start\n',
      );
      return;
    }
    // Whoever has everything installed keeps everything, also when the lockfile has changed.
    const everything = all || existsSync(join(modules, 'vitest'));
    await npm(everything ? ['ci'] : ['ci', ...portal], everything ? 'all' : 'portal');
  }
}

/** Whether a portal with this data folder runs: `infra/run/data-folder.ts`. */
function runs() {
  try {
    const { pid, line } = JSON.parse(
      readFileSync(join(resolve(root, process.env.DATA_DIR || '.data'), 'lock'), 'utf8'),
    );
    return commandLine(pid) === line;
  } catch {
    return false;
  }
}

/** As `infra/processes/command-line.ts`: after a process has ended, its id may be given to another. */
function commandLine(pid) {
  const file = `/proc/${pid}/cmdline`;
  if (existsSync(file)) return readFileSync(file, 'utf8').replaceAll('\0', ' ').trim();
  return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim();
}

/** What of this lockfile is installed, by this script (its stamp says it) or by npm itself (its own note is newer). */
function installed() {
  if (!existsSync(node)) return 'nothing';
  const [hash, extent] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  if (hash === lockHash()) return extent;
  // npm writes its note and the lockfile within the same second.
  const note = join(modules, '.package-lock.json');
  if (!existsSync(note) || statSync(note).mtimeMs + 2000 < statSync(lockfile).mtimeMs) return 'nothing';
  return existsSync(join(modules, 'vitest')) ? 'all' : 'portal';
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lockfile)).digest('hex');
}

async function npm(args, extent) {
  const begun = Date.now();
  const name = `npm ${args[0]}`;
  process.stdout.write(`  …          installing what the lockfile names (${name})\n`);
  const { code, output } = await run('npm', [...args, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (ending) process.exit(1);
  if (code !== 0) stop(`${name} did not work. Is the network there? What npm said:\n${output}`);
  if (!existsSync(node))
    stop(`${name} did not bring Node 24 (package "node"). Are install scripts switched off in npm?`);
  writeFileSync(stamp, `${lockHash()} ${extent}`);
  process.stdout.write(`  ✓  ${((Date.now() - begun) / 1000).toFixed(1).padStart(5)} s  installed (${name})\n`);
}

function run(program, args) {
  return new Promise((resolve) => {
    child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      // A letter may come in two chunks.
      stream.setEncoding('utf8').on('data', (chunk) => (output += chunk));
    }
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

function stop(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
