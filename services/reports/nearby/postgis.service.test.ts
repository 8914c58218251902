/** What is near by is what PostGIS says. It runs where Debian's postgresql-15-postgis-3 is installed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { boxesAround } from './area.ts';

const programs = '/usr/lib/postgresql/15/bin';
const isInstalled = existsSync('/usr/share/postgresql/15/extension/postgis.control');
/** Postgres refuses to run as root. */
const as = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A cluster of Debian's Postgres, on a socket in its folder. */
async function startCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'postgis-'));
  if (as.uid) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  const made = spawnSync(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-N'], { ...as });
  if (made.status !== 0) throw new Error(String(made.stderr));
  const flags = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'];
  const server = spawn(join(programs, 'postgres'), flags, { ...as, stdio: 'ignore' });
  const client = () => new pg.Client({ host: folder, user: 'postgres', database: 'postgres' });
  const answers = async () => {
    const one = client();
    return one.connect().then(
      () => one.end().then(() => true),
      () => false,
    );
  };
  await vi.waitUntil(answers, { timeout: 20_000 });
  return { folder, server, client: client() };
}

describe.skipIf(!isInstalled)('beside PostGIS', () => {
  let cluster: { folder: string; server: ChildProcess; client: pg.Client };
  beforeAll(async () => {
    cluster = await startCluster();
    await cluster.client.connect();
    await cluster.client.query('create extension postgis');
    const functions = readFileSync(new URL('../schema/functions/places.sql', import.meta.url), 'utf8');
    await cluster.client.query(functions.slice(functions.indexOf('create or replace function sphere_distance')));
  });
  afterAll(async () => {
    await cluster?.client.end();
    cluster?.server.kill('SIGINT');
    if (cluster) await once(cluster.server, 'exit');
    if (cluster) rmSync(cluster.folder, { recursive: true, force: true });
  });

  test('the same of 10,000 random points is within a distance on the sphere as by ST_DWithin', async () => {
    // Half of them in Pakistan, the others anywhere, some at a pole or beside the 180th meridian.
    const { rows } = await cluster.client.query<{
      lat: number;
      long: number;
      to: [number, number];
      metres: number;
      postgis: boolean;
      own: boolean;
    }>(
      `with points as (
         select case n % 10 when 0 then 90 - random() * 0.01 when 1 then random() * 180 - 90 when 2 then random() * 180 - 90
             when 3 then random() * 180 - 90 else 24 + random() * 13 end as lat,
           case n % 10 when 1 then 180 - random() * 0.01 when 2 then -180 + random() * 0.01 when 3 then random() * 360 - 180
             else 61 + random() * 16 end as long,
           250 + random() * 250 as metres, random() * 2 * pi() as angle, random() * 1.5 as far
         from generate_series(1, 10000) as n
       ), pairs as (
         select lat, long, metres,
           greatest(-90, least(90, lat + degrees(metres * far / 6371008.8) * cos(angle))) as lat_2,
           long + degrees(metres * far / 6371008.8) * sin(angle) / greatest(cosd(lat), 0.0001) as away
         from points
       ), wrapped as (
         select *, away - 360 * floor((away + 180) / 360) as long_2 from pairs)
       select lat, long, metres, array[lat_2, long_2] as "to", sphere_distance(lat, long, lat_2, long_2) <= metres as own,
         ST_DWithin(ST_SetSRID(ST_MakePoint(long, lat), 4326)::geography,
           ST_SetSRID(ST_MakePoint(long_2, lat_2), 4326)::geography, metres, false) as postgis
       from wrapped`,
    );
    const isBoxed = ({ lat, long, metres, to: [lat2, long2] }: (typeof rows)[number]) =>
      boxesAround({ lat, long }, metres).some(
        ({ south, north, west, east }) => lat2 >= south && lat2 <= north && long2 >= west && long2 <= east,
      );
    const within = rows.filter(({ postgis }) => postgis);
    expect(rows).toHaveLength(10_000);
    expect(within.length).toBeGreaterThan(3000);
    expect(within.length).toBeLessThan(9000);
    expect(rows.filter((row) => (row.own && isBoxed(row)) !== row.postgis)).toEqual([]);
  });
});
