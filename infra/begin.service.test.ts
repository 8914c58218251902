import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { childEnvironment } from './config.ts';
import { commandLine } from './processes/command-line.ts';

const lock = '{}';
/** Notes each signal that it gets, and stays for two seconds after the first. */
const command = `import { appendFileSync, writeFileSync } from 'node:fs';
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    appendFileSync('signals', signal + ' ');
    setTimeout(() => { writeFileSync('ended', ''); process.exit(); }, 2000);
  });
setInterval(() => {}, 1000);
writeFileSync('began', '');`;

let folder: string;
const at = (...names: string[]) => join(folder, ...names);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tma-begin-'));
  mkdirSync(at('infra', 'commands'), { recursive: true });
  mkdirSync(at('node_modules', 'node', 'bin'), { recursive: true });
  cpSync(fileURLToPath(new URL('./begin.mjs', import.meta.url)), at('infra', 'begin.mjs'));
  symlinkSync(process.execPath, at('node_modules', 'node', 'bin', 'node'));
  writeFileSync(at('package.json'), '{ "type": "module" }');
  writeFileSync(at('package-lock.json'), lock);
  writeFileSync(at('infra', 'commands', 'start.ts'), command);
});
afterEach(() => rmSync(folder, { recursive: true }));

const install = () =>
  writeFileSync(at('node_modules', '.tma-installed'), `${createHash('sha256').update(lock).digest('hex')} portal`);

/** Puts a program in the place of npm. */
function placeNpm(script: string) {
  mkdirSync(at('bin'));
  writeFileSync(at('bin', 'npm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

function begin(program = process.execPath, args = ['infra/begin.mjs']): ChildProcess {
  const { PATH = '', ...env } = childEnvironment();
  return spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, PATH: [at('bin'), dirname(process.execPath), PATH].join(delimiter), npm_lifecycle_event: 'start' },
  });
}
const appears = (name: string) => expect.poll(() => existsSync(at(name))).toBe(true);

it('a command is told once that npm is gone: on a second signal it would end at once', async () => {
  install();
  const shell = begin('/bin/sh', ['-c', 'node infra/begin.mjs; true']);
  await appears('began');
  shell.kill('SIGKILL');
  await appears('ended');
  expect(readFileSync(at('signals'), 'utf8')).toBe('SIGTERM ');
});

/** Waits for the end of a process. @returns its exit code and what it said on stderr */
async function endOf(begun: ChildProcess) {
  let said = '';
  begun.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = (await once(begun, 'close')) as [number | null];
  return { code, said };
}

it('an installation that is ended does not ask for the network, and begins nothing', async () => {
  placeNpm('touch asked; exec sleep 30');
  const begun = begin();
  await appears('asked');
  begun.kill('SIGINT');
  expect(await endOf(begun)).toEqual({ code: 1, said: '' });
  expect(existsSync(at('began'))).toBe(false);
});

it('an installation that fails says what npm said', async () => {
  placeNpm('echo "disk is full"; exit 1');
  expect(await endOf(begin())).toEqual({ code: 1, said: expect.stringContaining('disk is full') });
});

it('while the portal runs nothing that it is made of is removed, also for a command that needs more', async () => {
  placeNpm('touch asked');
  mkdirSync(at('.data'));
  writeFileSync(at('.data', 'lock'), JSON.stringify({ pid: process.pid, line: await commandLine(process.pid) }));
  writeFileSync(at('infra', 'commands', 'check.ts'), command);
  const begun = begin(process.execPath, ['infra/begin.mjs', 'check']);
  expect(await endOf(begun)).toEqual({ code: 1, said: expect.stringContaining('Stop it first') });
  expect(existsSync(at('asked'))).toBe(false);
});
