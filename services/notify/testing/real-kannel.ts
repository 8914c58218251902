import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

const reachable = async (port: number) => {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.once('connect', () => socket.end());
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** Kannel with its own fake network. @param first of four free ports @param callback what notify listens at, with its key */
export async function startKannel(first: number, callback: { url: string; key: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'tma-kannel-'));
  const [admin, boxes, network, sendsms] = [first, first + 1, first + 2, first + 3];
  const conf = `group = core
admin-port = ${admin}
admin-password = test
smsbox-port = ${boxes}
box-allow-ip = "127.0.0.1"
dlr-storage = internal

group = smsc
smsc = fake
smsc-id = fake
port = ${network}
connect-allow-ip = 127.0.0.1

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${sendsms}

group = sendsms-user
username = portal
password = secret
max-messages = 2
concatenation = true

group = sms-service
keyword = default
catch-all = true
max-messages = 0
get-url = "${callback.url}/incoming?key=${callback.key}&id=%I&from=%p&charset=%C&text=%b"
`;
  await writeFile(join(folder, 'kannel.conf'), conf);
  const children: ChildProcess[] = [];
  const said: string[] = [];
  const run = (path: string, args: string[]) => {
    const child = spawn(path, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(String(chunk)));
    children.push(child);
    return child;
  };
  run(programs.bearerbox, ['kannel.conf']);
  await reachable(boxes);
  run(programs.smsbox, ['kannel.conf']);
  await reachable(sendsms);
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
    async stop() {
      for (const child of children.toReversed()) child.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
