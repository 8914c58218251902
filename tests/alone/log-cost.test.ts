/** What the log costs: a day's leaves, and the proof of one among ten million. */
import { createHash } from 'node:crypto';
import { inclusionProof, tilePath } from '@tma/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FilesService, startFiles } from '../../services/files/testing/index.ts';
import { openPublicLog, remembering } from '../../services/reports/log/public-log.ts';
import { sha256 } from '../../services/reports/log/signing.ts';
import { closing } from '../../services/reports/testing/closures.ts';
import { startReports, type TestService } from '../../services/reports/testing/index.ts';
import { sequencerOf } from '../../services/reports/testing/log.ts';

let reports: TestService;
let files: FilesService;
beforeAll(async () => {
  [reports, files] = await Promise.all([startReports({ RATE_LIMIT_REPORTS: 1000 }), startFiles()]);
});
afterAll(() => Promise.all([reports?.stop(), files?.stop()]));

test('a day of 10,000 facts is in the log within ten seconds, and one of them is proved in 50 ms', async () => {
  const id = await closing(reports, 'Sahiwal').submitted(await reports.resident('Sahiwal'));
  await reports.pool.query(
    `insert into history (report_id, at, kind, status, made_by) select $1, now(), 'changed', 'Open', 'administration' from generate_series(1, 9999)`,
    [id],
  );
  const log = sequencerOf(reports.pool, files.url);
  const start = performance.now();
  await log.round();
  const appendedMs = performance.now() - start;
  const { tree, size } = await openPublicLog(files.url);
  await inclusionProof(remembering(tree), 1);
  const before = performance.now();
  await inclusionProof(remembering(tree), 5000);
  const provedMs = performance.now() - before;
  console.info(`10,000 leaves: ${Math.round(appendedMs)} ms; proof of one: ${Math.round(provedMs)} ms`);
  expect(size).toBe(10_000);
  expect(appendedMs).toBeLessThan(10_000);
  expect(provedMs).toBeLessThan(50);
  await log.files.close();
});

test('a proof among 10,000,000 takes a handful of tiles', async () => {
  const read = new Set<string>();
  const tree = remembering({
    sha256,
    size: 10_000_000,
    read: async (level, n, width) => {
      const path = tilePath({ level, n, width });
      read.add(path);
      const hashes = Array.from({ length: width }, (_, at) => createHash('sha256').update(`${path} ${at}`).digest());
      return new Uint8Array(Buffer.concat(hashes));
    },
  });
  const start = performance.now();
  expect((await inclusionProof(tree, 7_654_321)).length).toBeLessThanOrEqual(24);
  console.info(
    `proof among 10,000,000: ${read.size} tiles, ${Math.round(performance.now() - start)} ms beside reading them`,
  );
  expect(read.size).toBeLessThanOrEqual(8);
});
