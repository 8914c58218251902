import { afterAll, describe, expect, test } from 'vitest';
import { bombs } from '../testing/bombs.ts';
import { childrenOf, startFilesProcess, watchMemory } from '../testing/process.ts';
import { picture } from '../testing/samples.ts';

const wrongImage = 'Please select a valid image file (JPEG/PNG).';
const maxBytes = 384 * 2 ** 20;
const isLinux = process.platform === 'linux';

const files = await startFilesProcess();
afterAll(() => files.stop());
const honest = await picture(4000, 3000).jpeg({ quality: 80 }).toBuffer();
const made = new Map<string, Buffer>();

describe('a bomb costs its sender a 400, and nobody memory', () => {
  test.for(bombs)('%s', { timeout: 60_000 }, async ([what, make]) => {
    const bomb = await make();
    made.set(what, bomb);
    const token = await files.resident();
    const peak = watchMemory(files.pid);
    const begun = performance.now();
    const { status, body } = await files.upload(token, 'image', bomb);
    const ms = performance.now() - begun;
    const bytes = await peak();
    expect([status, body.detail]).toEqual([400, wrongImage]);
    expect(ms).toBeLessThan(5000);
    if (isLinux) expect(bytes).toBeLessThan(maxBytes);
  });
});

test('in a raid of 20 bombs an honest picture is taken within 10 s', { timeout: 120_000 }, async () => {
  const ten = await Promise.all(bombs.slice(0, 10).map(([what, make]) => made.get(what) ?? make()));
  const peak = watchMemory(files.pid);
  const raid = await Promise.all(
    [...ten, ...ten].map(async (bomb) => files.upload(await files.resident(), 'image', bomb)).concat(timed()),
  );
  const bytes = await peak();
  expect(raid.map(({ status }) => status)).toEqual([...Array<number>(20).fill(400), 201]);
  if (isLinux) expect(bytes).toBeLessThan(maxBytes);

  async function timed() {
    const token = await files.resident();
    const begun = performance.now();
    const answer = await files.upload(token, 'image', honest);
    expect(performance.now() - begun).toBeLessThan(10_000);
    return answer;
  }
});

test.runIf(isLinux)('no process is left when the service is killed', async () => {
  await files.upload(await files.resident(), 'image', honest);
  const started = await childrenOf(files.pid);
  expect(started).toHaveLength(1);
  await files.kill('SIGKILL');
  const alive = () => started.filter((pid) => isAlive(pid));
  await expect.poll(alive, { timeout: 5000 }).toEqual([]);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
