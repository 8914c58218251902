import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { services } from '@tma/contracts';
import { createLog, migrate } from '@tma/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBacking } from '../../infra/backing/index.ts';
import { migrationsFolder } from '../../infra/backup/migrations.ts';
import { readInfraConfig } from '../../infra/config.ts';
import { freePorts } from '../../infra/processes/ports.ts';
import { createDatabasesAndTopics } from '../../infra/run/databases-and-topics.ts';
import { placeAdminKey, readSecrets } from '../../infra/run/secrets.ts';
import { defaultPorts, type Ports, type Situation } from '../../infra/system.ts';
import { call } from '../../testing/calls.ts';
import { startBefore, unpack, versionBefore } from '../../testing/deploy/before.ts';
import { adminTokenOf, papers, readTown, settle, submit, tokenOf } from '../../testing/deploy/town.ts';
import { mailWith } from '../../testing/mailbox.ts';
import type { Portal } from '../../testing/people.ts';

const before = await versionBefore();
if (before === null)
  console.log('The upgrade is not tried: this is no git checkout, so the version before is not known.');

describe.skipIf(before === null)('an upgrade', () => {
  let folder: string;
  let situation: Situation;
  const undo: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tma-upgrade-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    await chmod(folder, 0o711);
    const ports: Ports = await freePorts(Object.keys(defaultPorts) as (keyof Ports)[]);
    const config = readInfraConfig({ BACKING: 'native' });
    const secrets = await readSecrets(folder);
    await placeAdminKey(folder, secrets.adminSecretKey);
    const password = secrets.databasePassword;
    const backing = await startBacking({ dataDir: folder, ports, password, print: () => {}, config });
    undo.push(() => backing.stop());
    const databaseUrls = await createDatabasesAndTopics(backing, password);
    const publicUrl = `http://localhost:${ports.gateway}`;
    situation = { ports, backing, databaseUrls, secrets, dataDir: folder, publicUrl, config, env: {} };
  });
  afterAll(async () => {
    for (const step of undo.toReversed()) await step();
  });

  it('can be gradual: the services of the version before work on the schema of today', async () => {
    for (const name of services) {
      await migrate(situation.databaseUrls[name], migrationsFolder(name), createLog('test', 'error'));
    }
    await unpack(before ?? '', join(folder, 'before'));
    undo.push(await startBefore(join(folder, 'before'), situation));

    const { publicUrl, ports, secrets } = situation;
    const mailbox = `http://localhost:${ports.mailbox}`;
    const portal: Portal = { portal: publicUrl, mailbox, secretKey: secrets.adminSecretKey, dataDir: folder };
    const people = await settle(portal);
    const report = await submit(portal, await tokenOf(portal, people.resident));
    const admin = await adminTokenOf(portal, people.admin);
    await call(portal, `/reports/${report.id}`, { method: 'PUT', token: admin, json: { status: 'Closed' } });
    await mailWith(mailbox, people.resident.email, new RegExp(`^We received your report ${report.reference}$`));
    await mailWith(mailbox, people.resident.email, /is now Closed$/);
    const { rows, counts, files } = await readTown(portal, people);
    expect(rows).toMatchObject([{ id: report.id, status: 'Closed' }]);
    expect(counts).toMatchObject({ all: 1, completed: 1 });
    expect(files).toEqual([[200, 'image/webp', papers.toString()]]);
  });
});
