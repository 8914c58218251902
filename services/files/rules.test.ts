import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { readFilesConfig, s3SettingsOf } from './config.ts';
import { Intake } from './intake.ts';
import { readRange } from './ranges.ts';
import { createScratch } from './scratch.ts';
import { beginsAsPdf } from './sniff.ts';
import { createTurns } from './turns.ts';

test.each([
  [undefined, null],
  ['bytes=0-3', { start: 0, end: 3 }],
  ['bytes=4-', { start: 4, end: 9 }],
  ['bytes=4-100', { start: 4, end: 9 }],
  ['bytes=-4', { start: 6, end: 9 }],
  ['bytes=-100', { start: 0, end: 9 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=3-2', null],
  ['bytes=-', null],
  ['bytes=0-1,3-4', null],
  ['items=0-1', null],
  ['bytes=a-b', null],
])('Range %s of 10 bytes', (header, range) => {
  expect(readRange(header, 10)).toEqual(range);
});

test.each([
  ['%PDF-1.4 …', true],
  [`${'x'.repeat(1000)}%PDF-1.4 …`, true],
  [`${'x'.repeat(2000)}%PDF-1.4 …`, false],
  ['… %%EOF', false],
  ['', false],
])('%j begins as a PDF: %s', (text, is) => {
  expect(beginsAsPdf(Buffer.from(text))).toBe(is);
});

describe('the intake', () => {
  const take = async (chunks: string[], max: number) => {
    const intake = new Intake(max);
    for (const chunk of chunks) intake.write(Buffer.from(chunk));
    intake.end();
    return { content: (await buffer(intake)).toString(), ...intake.measured() };
  };

  test('measures what goes through', async () => {
    const taken = await take(['abc', 'def'], 6);
    expect(taken).toMatchObject({ content: 'abcdef', bytes: 6, tooLarge: false });
    expect(taken.head.toString()).toBe('abcdef');
    // echo -n abcdef | sha256sum
    expect(taken.sha256).toBe('bef57ec7f53a6d40beb640a780a639c83bc29ac8a9816f1fc6c5c6dcd93c4721');
  });

  test('keeps the first bytes of a long file', async () => {
    const taken = await take(['a'.repeat(5000), 'b'.repeat(1000)], 10_000);
    expect(taken.head.toString()).toBe('a'.repeat(4100));
  });

  test.each([
    [['%PDF-1.4 … %%EOF'], true],
    [['%PDF-1.4 … %%EOF', 'and much that follows'], true],
    [['%PDF-1.4 … %', '%E', 'OF\n'], true],
    [['%PDF-1.4 … %%EO'], false],
  ])("sees a PDF's end in %j: %s", async (chunks, is) => {
    expect((await take(chunks, 10_000)).hasTrailer).toBe(is);
  });

  test('swallows what is too much', async () => {
    expect(await take(['abc', 'defg', 'h'], 6)).toMatchObject({ content: 'abc', tooLarge: true });
  });
});

test('turns: never more at once than may, in the order of asking, also after a failure', async () => {
  const turns = createTurns(2);
  let running = 0;
  const most: number[] = [];
  const order: number[] = [];
  const work = (n: number) =>
    turns.soon(async () => {
      running += 1;
      most.push(running);
      order.push(n);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (n === 3) throw new Error('three');
      return n;
    });
  const results = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(work));
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, true, true]);
  expect(Math.max(...most)).toBe(2);
  expect(order).toEqual([1, 2, 3, 4, 5, 6]);
});

test('turns: what can come later waits until nobody else does', async () => {
  const turns = createTurns(1);
  const order: string[] = [];
  const note = (name: string) => async () => void order.push(name);
  await Promise.all([turns.soon(note('first')), turns.later(note('later')), turns.soon(note('soon'))]);
  expect(order).toEqual(['first', 'soon', 'later']);
});

describe('the configuration of S3', () => {
  const bare = {
    PORT: '4003',
    PUBLIC_URL: 'http://portal.test',
    DATABASE_URL: 'postgres://portal.test/files',
    KAFKA_BROKERS: 'portal.test:9092',
    REDIS_URL: 'redis://portal.test',
    JWKS_URL: 'http://portal.test/keys',
    STORAGE_DIR: '/files',
  };
  const s3 = {
    S3_ENDPOINT: 'http://s3.test',
    S3_BUCKET: 'reports',
    S3_ACCESS_KEY_ID: 'files',
    S3_SECRET_ACCESS_KEY: 'a secret',
  };

  test('none of it is the disk, all of it is S3', () => {
    expect(s3SettingsOf(readFilesConfig(bare))).toBeNull();
    expect(s3SettingsOf(readFilesConfig({ ...bare, ...s3 }))).toEqual({
      endpoint: 'http://s3.test',
      region: 'us-east-1',
      bucket: 'reports',
      accessKeyId: 'files',
      secretAccessKey: 'a secret',
    });
  });

  test.each(Object.keys(s3))('without %s it is refused by that name', (name) => {
    expect(() => readFilesConfig({ ...bare, ...s3, [name]: '' })).toThrow(new RegExp(`^  ${name}: is not set$`, 'm'));
  });

  test('a region alone is half a set, an address of another kind is none', () => {
    expect(() => readFilesConfig({ ...bare, S3_REGION: 'eu-west-1' })).toThrow('S3_ENDPOINT: is not set');
    expect(() => readFilesConfig({ ...bare, ...s3, S3_ENDPOINT: 's3.test' })).toThrow('S3_ENDPOINT: must be http');
  });
});

test('files that are read one after another share their memory', async () => {
  const read = createScratch();
  const first = await read(Readable.from([Buffer.from('a long '), Buffer.from('beginning')]));
  expect(first.toString()).toBe('a long beginning');
  const second = await read(Readable.from([Buffer.from('short')]));
  expect([second.toString(), second.buffer === first.buffer]).toEqual(['short', true]);
});
