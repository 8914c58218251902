import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { MeasuringStream } from './measuring-stream.ts';

describe('the measuring stream', () => {
  const pass = async (chunks: string[], max: number) => {
    const stream = new MeasuringStream(max);
    for (const chunk of chunks) stream.write(Buffer.from(chunk));
    stream.end();
    return { content: (await buffer(stream)).toString(), ...stream.measurements() };
  };

  test('measures what passes through', async () => {
    const passed = await pass(['abc', 'def'], 6);
    expect(passed).toMatchObject({ content: 'abcdef', bytes: 6, tooLarge: false });
    expect(passed.head.toString()).toBe('abcdef');
    // echo -n abcdef | sha256sum
    expect(passed.sha256).toBe('bef57ec7f53a6d40beb640a780a639c83bc29ac8a9816f1fc6c5c6dcd93c4721');
  });

  test('keeps the first bytes of a long file', async () => {
    const passed = await pass(['a'.repeat(5000), 'b'.repeat(1000)], 10_000);
    expect(passed.head.toString()).toBe('a'.repeat(4100));
  });

  test.each([
    [['%PDF-1.4 … %%EOF'], true],
    [['%PDF-1.4 … %%EOF', 'and much that follows'], true],
    [['%PDF-1.4 … %', '%E', 'OF\n'], true],
    [['%PDF-1.4 … %%EO'], false],
  ])('finds the end of a PDF in %j: %s', async (chunks, is) => {
    expect((await pass(chunks, 10_000)).hasTrailer).toBe(is);
  });

  test('drops what exceeds the limit', async () => {
    expect(await pass(['abc', 'defg', 'h'], 6)).toMatchObject({ content: 'abc', tooLarge: true });
  });
});
