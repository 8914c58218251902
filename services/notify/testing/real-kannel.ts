import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';

const programs = {
  bearerbox: '/usr/sbin/bearerbox',
  smsbox: '/usr/sbin/smsbox',
  fake: '/usr/lib/kannel/test/fakesmsc',
};

/** Debian's Kannel is here, or apt can bring it. A plain line says so where it cannot. */
export function hasKannel(): boolean {
  const isThere = () => Object.values(programs).every((path) => existsSync(path));
  if (isThere()) return true;
  try {
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'kannel', 'kannel-extras'], {
      stdio: 'ignore',
      timeout: 90_000,
    });
  } catch {
    process.stdout.write('Kannel is not here and apt-get cannot install it: its tests are left out.\n');
  }
  return isThere();
}

const reachable = (port: number) =>
  vi.waitFor(
    async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.destroy();
    },
    { timeout: 20_000 },
  );

const example = new URL('../../../infra/compose/kannel.conf', import.meta.url);
const fakeNetwork = 'smsc = fake\nsmsc-id = fake';

/** The example of compose with Kannel's fake network in the place of a provider. @param changes what stands where of it */
export async function exampleWith(changes: Readonly<Record<string, string>>): Promise<string> {
  const text = await readFile(example, 'utf8');
  const all = { ADMIN_PASSWORD: 'test', PASSWORD: 'secret', ...changes };
  const provider = /smsc = smpp\n[\s\S]*?(?=\n\n)/;
  // The comment on top names what is to be changed, too.
  const conf = text.replaceAll(/^#.*\n/gm, '').replace(provider, fakeNetwork);
  return Object.entries(all).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`${from} is not in the example`);
    return changed.replaceAll(from, to);
  }, conf);
}

/** Kannel with its own fake network. @param first of four free ports @param callback what notify listens at, with its key */
export async function startKannel(first: number, callback: { url: string; key: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'tma-kannel-'));
  const [admin, boxes, network, sendsms] = [first, first + 1, first + 2, first + 3];
  const conf = await exampleWith({
    'admin-port = 13000': `admin-port = ${admin}`,
    'smsbox-port = 13001': `smsbox-port = ${boxes}`,
    '/var/spool/kannel': folder,
    'bearerbox-host = bearerbox': 'bearerbox-host = 127.0.0.1',
    'sendsms-port = 13013': `sendsms-port = ${sendsms}`,
    'http-queue-delay = 10': 'http-queue-delay = 1',
    'http://notify:4007': callback.url,
    SMS_KEY: callback.key,
  });
  const atNetwork = `port = ${network}\nconnect-allow-ip = 127.0.0.1`;
  await writeFile(join(folder, 'kannel.conf'), conf.replace(fakeNetwork, `${fakeNetwork}\n${atNetwork}`));
  const children: ChildProcess[] = [];
  const said: string[] = [];
  const run = (path: string, args: string[]) => {
    const child = spawn(path, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(String(chunk)));
    children.push(child);
    return child;
  };
  const stop = async () => {
    for (const child of children.toReversed()) child.kill();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    run(programs.bearerbox, ['-v', '2', 'kannel.conf']);
    await reachable(boxes);
    run(programs.smsbox, ['-v', '4', 'kannel.conf']);
    await reachable(sendsms);
  } catch (error) {
    await stop();
    throw error;
  }
  const onNetwork = ['-H', '127.0.0.1', '-r', String(network), '-m'];
  let telephones = run(programs.fake, [...onNetwork, '0', 'none']);
  return {
    url: `kannel://portal:secret@127.0.0.1:${sendsms}`,
    /** What the telephones have got, as fakesmsc prints it: one line each. */
    received: () => said.join('').match(/Got message \d+: <.*>/g) ?? [],
    /** Sends as a telephone does. The network has one connection: whoever sends hears from then on, too. */
    async send(from: string, text: string) {
      const ended = new Promise((resolve) => telephones.once('exit', resolve));
      telephones.kill();
      await ended;
      const coded = [...Buffer.from(text, 'utf16le').swap16()].map((byte) => `%${byte.toString(16).padStart(2, '0')}`);
      const isUrdu = /\p{Script=Arabic}/u.test(text);
      telephones = run(programs.fake, [
        ...onNetwork,
        '1',
        `${from} TMA ${isUrdu ? `ucs2 ${coded.join('')}` : `text ${text}`}`,
      ]);
    },
    stop,
  };
}

const bytesIn = (coded: string) =>
  Buffer.from(
    coded.replaceAll('+', ' ').replaceAll(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );

/**
 * The messages in Urdu among what the telephones have got. Fakesmsc prints them in UTF-16BE, whole or in parts: of a part the last
 * two bytes of its header say how many there are and which it is.
 */
export function urduIn(lines: readonly string[]): string[] {
  const texts: string[] = [];
  let text = '';
  for (const line of lines) {
    const found = / (?:udh (\S+) )?(?:ucs-2|data) ([^ >]*)>/.exec(line);
    if (!found) continue;
    const [, header = '', coded = ''] = found;
    const [parts = 1, place = 1] = [...bytesIn(header)].slice(-2);
    const part = new TextDecoder('utf-16be').decode(bytesIn(coded));
    text = place === 1 ? part : text + part;
    if (place === parts) texts.push(text);
  }
  return texts;
}
