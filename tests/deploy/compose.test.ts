import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../infra/deploy/parts.ts';
import { run } from '../../infra/processes/run-program.ts';
import { processes } from '../../infra/system.ts';
import { adminTokenOf, call, tokenOf } from '../../testing/calls.ts';
import { composeProject, noImages } from '../../testing/deploy/engine.ts';
import { startComposeKannel } from '../../testing/deploy/kannel.ts';
import { joinPeople, papers, readSample, submit } from '../../testing/deploy/sample-tehsil.ts';
import { mailWith } from '../../testing/mailbox.ts';
import type { Portal } from '../../testing/people.ts';
import { newMobile } from '../../testing/telephones.ts';

const missing = await noImages();
if (missing) console.log(`The images are not tested: ${missing}.`);

describe.skipIf(missing !== null)('the images, as compose.yaml runs them', () => {
  let project: Awaited<ReturnType<typeof composeProject>>;
  let portal: Portal;
  let people: Awaited<ReturnType<typeof joinPeople>>;
  const services = ['auth', 'reports', 'files', 'notify', 'open311', 'gateway'];

  beforeAll(async () => {
    project = await composeProject();
    expect(await run('sh', ['infra/compose-secrets.sh', project.secrets])).toMatchObject({ code: 0 });
    await mkdir(project.backups);
    // The tools run as user 1000, who may be anybody on this machine.
    await chmod(project.backups, 0o777);
    await project.compose('up', '--build', '--wait');
    const secretKey = await readFile(join(project.secrets, 'admin_secret_key'), 'utf8');
    portal = { ...project.urls, secretKey, dataDir: project.folder };
  }, 900_000);
  afterAll(() => project?.remove(), 120_000);

  it('a report is submitted with picture and document, closed, and its reporter gets the mails', async () => {
    people = await joinPeople(portal);
    const report = await submit(portal, await tokenOf(portal, people.resident));
    const admin = await adminTokenOf(portal, people.admin);
    await call(portal, `/reports/${report.id}`, { method: 'PUT', token: admin, json: { status: 'Closed' } });
    await mailWith(portal.mailbox, people.resident.email, new RegExp(`^We received your report ${report.reference}$`));
    await mailWith(portal.mailbox, people.resident.email, /is now Closed$/);
    const { rows, files } = await readSample(portal, people);
    expect(rows).toMatchObject([{ id: report.id, status: 'Closed' }]);
    expect(files).toEqual([[200, 'image/webp', papers.toString()]]);
  });

  it('pages are compressed; assets are cached forever, pages and manifests revalidated', async () => {
    const html = await fetch(portal.portal, { headers: { accept: 'text/html', 'accept-encoding': 'br' } });
    expect(Object.fromEntries(html.headers)).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' });
    const [, script = ''] = /src="([^"]+\.js)"/.exec(await html.text()) ?? [];
    const asset = await fetch(new URL(script, portal.portal), { headers: { 'accept-encoding': 'gzip' } });
    expect(asset.headers.get('cache-control')).toContain('immutable');
    expect(asset.headers.get('content-encoding')).toBe('gzip');
    for (const { manifest } of Object.values(
      await call<Record<string, { manifest: string }>>(portal, '/remotes.json'),
    )) {
      const answer = await fetch(new URL(manifest, portal.portal));
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    }
  });

  it('each image is small, and runs unprivileged on a read-only file system', async () => {
    const sizes: string[] = [];
    for (const { name } of processes) {
      const size = Number(await project.docker('image', 'inspect', '-f', '{{.Size}}', `tma-test/${name}:${version}`));
      sizes.push(`${name.padEnd(10)}${(size / 1e6).toFixed(0).padStart(5)} MB`);
      expect(size, name).toBeLessThan(250e6);
      const format = '{{.Config.User}} {{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}}';
      const found = await project.docker('inspect', '-f', format, project.containerOf(name));
      expect(found, name).toBe('1000:1000 true [ALL]');
    }
    console.log(sizes.join('\n'));
  });

  it('with the profile sms a message goes out over Kannel, its receipt comes, and a telephone is heard; no log names a number', async () => {
    const kannel = await startComposeKannel(project);
    try {
      const token = await tokenOf(portal, people.resident);
      const number = newMobile();
      const got = async () => (await kannel.received()).filter((line) => line.includes(number)).join('\n');
      const soon = { timeout: 60_000, interval: 1000 };
      await call(portal, '/api/phone', { method: 'PUT', token, json: { number } });
      await expect.poll(got, soon).toMatch(/text \d{6} is your code/);
      const code = /text (\d{6}) is/.exec(await got())?.[1];
      await call(portal, '/api/phone/code', { token, json: { code } });
      const inNotify = async (script: string) =>
        project.docker('exec', project.containerOf('notify'), 'node', '--input-type=module', '-e', script);
      const metrics = () => inNotify(`console.log(await (await fetch('http://127.0.0.1:8080/metrics')).text())`);
      await expect.poll(metrics, soon).toMatch(/tma_sms_receipts\{state="delivered"[^}]*\} [1-9]/);
      await kannel.send(number, 'STOP');
      await expect.poll(got, soon).toContain('You get no more messages from us.');
      await expect.poll(() => call(portal, '/api/phone', { token }), soon).toMatchObject({ messages: false });

      for (const name of ['kannel', 'bearerbox']) {
        const format =
          '{{.Config.User}} {{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}} {{.HostConfig.SecurityOpt}}';
        const found = await project.docker('inspect', '-f', format, project.containerOf(name));
        expect(found, name).toBe('kannel true [ALL] [no-new-privileges:true]');
      }
      // The program that has the texts and SMS_KEY reaches nobody outside.
      const away = `exec 3<>/dev/tcp/1.1.1.1/443`;
      const reached = project.docker('exec', project.containerOf('kannel'), 'timeout', '3', 'bash', '-c', away);
      await expect(reached).rejects.toThrow();
      const logs = await Promise.all(
        [...services, 'kannel', 'bearerbox'].map((name) => project.docker('logs', project.containerOf(name))),
      );
      expect(logs.filter((log) => log.includes(number.slice(-7)) || (code && log.includes(`${code} is`)))).toEqual([]);
    } finally {
      await kannel.stop();
    }
  });

  it('who takes the decoder over finds no secret, no network, no other process and nothing to write to', async () => {
    const attempt = `
      const fs = require('node:fs'), net = require('node:net'), os = require('node:os');
      const tried = (what) => { try { return what(); } catch (error) { return error.code; } };
      const processes = fs.readdirSync('/proc').filter(Number)
        .map((pid) => String(tried(() => fs.readFileSync('/proc/' + pid + '/cmdline', 'utf8'))).split('\\0').join(' '));
      const environments = fs.readdirSync('/proc').filter(Number)
        .map((pid) => tried(() => fs.readFileSync('/proc/' + pid + '/environ', 'utf8'))).join(' ');
      const refused = (host, port) => new Promise((done) => net.connect(port, host)
        .on('connect', () => done('connected')).on('error', ({ code }) => done(code)));
      Promise.all([refused('redis', 6379), refused('kafka', 9092), refused('files', 8080), refused('1.1.1.1', 443)])
        .then((connections) => console.log(JSON.stringify({
          user: [process.getuid(), process.getgid(), process.getgroups()],
          strangers: processes.filter((one) => one && !one.includes('decoder') && !one.startsWith('node -e')),
          secrets: /postgres:|redis:|SECRET|PASSWORD|ACCESS_KEY/.test(environments),
          interfaces: Object.keys(os.networkInterfaces()),
          connections,
          mounted: [tried(() => fs.readdirSync('/run/secrets')), tried(() => fs.readdirSync('/data/files'))],
          writes: ['/x', '/app/x', '/tmp/x', '/data/files/x'].map((file) => tried(() => fs.writeFileSync(file, '') ?? 'written')),
          rights: /NoNewPrivs:\\s*1/.test(fs.readFileSync('/proc/self/status', 'utf8'))
            && /CapEff:\\s*0+\\n/.test(fs.readFileSync('/proc/self/status', 'utf8'))
            && /Seccomp:\\s*2/.test(fs.readFileSync('/proc/self/status', 'utf8')),
        })));`;
    const found = JSON.parse(await project.docker('exec', project.containerOf('decoder'), 'node', '-e', attempt));
    expect(found).toMatchObject({ user: [10001, 10001, [10001]], strangers: [], secrets: false, rights: true });
    expect(found.interfaces.filter((name: string) => name !== 'lo')).toEqual([]);
    expect(found.connections).not.toContain('connected');
    expect(found.mounted.flat().filter((one: string) => one !== 'ENOENT')).toEqual([]);
    expect(found.writes).not.toContain('written');
  });

  it('each exits with code 0 on a signal', async () => {
    await project.compose('stop', ...processes.map(({ name }) => name));
    for (const { name } of processes) {
      const found = await project.docker('inspect', '-f', '{{.State.ExitCode}}', project.containerOf(name));
      expect(found, name).toBe('0');
    }
    await project.compose('up', '--wait');
  });

  it('a backup made at run time is restored on an empty server', async () => {
    const before = await readSample(portal, people);
    await project.compose('run', '--rm', 'backup', '/backups/first');
    await project.compose('down', '--volumes');
    await project.compose('up', '--wait');
    await project.compose('stop', ...services);
    await project.compose('run', '--rm', 'restore', '/backups/first', '--replace');
    await project.compose('up', '--wait');
    expect(await readSample(portal, people)).toEqual(before);
    const fresh = await submit(portal, await tokenOf(portal, people.resident));
    await mailWith(portal.mailbox, people.resident.email, new RegExp(`^We received your report ${fresh.reference}$`));
  });
});
