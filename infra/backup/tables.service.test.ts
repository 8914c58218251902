import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { withClient } from '../deploy/cluster.store.ts';
import { serviceConnections } from './tables.store.ts';

const { clusterUrl } = inject('backing');

it.each([
  ['tma', 1],
  // What a relay calls itself (kit's relay.ts), and what notify of the version before did while it listened.
  ['tma-relay-4711', 1],
  ['tma-deliveries', 1],
  ['psql', 0],
])('before a restore a connection named %s counts as %i of a running service', async (application_name, count) => {
  const name = `restore_${randomUUID().replaceAll('-', '')}`;
  await withClient(clusterUrl, (client) => client.query(`create database ${name}`));
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  const service = new pg.Client({ connectionString: url.href, application_name });
  await service.connect();
  expect(await withClient(url.href, serviceConnections)).toBe(count);
  await service.end();
  await withClient(clusterUrl, (client) => client.query(`drop database ${name} with (force)`));
});
