import { readdir, readFile } from 'node:fs/promises';
import { join as under } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { lastRunning } from '../../infra/run/run-file.ts';
import { formOf } from '../../infra/seed/calls.ts';
import { metadataOf } from '../../services/files/testing/samples.ts';
import { join } from '../../testing/calls.ts';
import { itStillAnswers } from '../../testing/guards/operations.ts';
import { jpeg, polyglots, refused } from '../../testing/guards/pictures.ts';
import { newResident } from '../../testing/people.ts';

const portal = inject('portal');
let token: string;
beforeAll(async () => {
  token = await join(portal, newResident('Mardan'));
});

function send(image: Buffer, document?: Buffer) {
  const body = formOf({
    ...{ issue: 'Street Lights Repair', location: 'Bazaar', description: 'Dark.' },
    // Named and declared as what it is not.
    image: new File([new Uint8Array(image)], 'x.svg.html', { type: 'image/jpeg' }),
    document: document && new File([new Uint8Array(document)], '../../x.pdf', { type: 'application/pdf' }),
  });
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`${portal.portal}/newrequest`, { method: 'POST', headers, body });
}

/** Bytes that the files service has in memory now; null where that cannot be read. */
async function memory(): Promise<number | null> {
  const running = await lastRunning(portal.dataDir);
  const status = await readFile(`/proc/${running?.children.files}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(status) ?? [];
  return kilobytes ? Number(kilobytes) * 1024 : null;
}

describe('what is no picture is refused', () => {
  it.each(refused)('%s', async (_what, content) => {
    const before = await memory();
    const begun = performance.now();
    const answer = await send(content);
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      400,
      'Please select a valid image file (JPEG/PNG).',
    ]);
    expect(performance.now() - begun).toBeLessThan(5000);
    const after = await memory();
    if (before !== null && after !== null) expect(after - before).toBeLessThan(100 * 2 ** 20);
  });
});

describe('of a picture that is something else, too, the picture is left', () => {
  it.each(polyglots)('%s', async (_what, content) => {
    const answer = await send(content);
    expect(answer.status).toBe(201);
    const { image } = (await answer.json()) as { image: string };
    for (const size of ['', '?w=480', '?w=240']) {
      const shown = await fetch(`${portal.portal}/${image}${size}`);
      expect(Object.fromEntries(shown.headers)).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
      });
      const bytes = Buffer.from(await shown.arrayBuffer());
      // Shorter words stand in any picture by chance; whether it has an EXIF block is asked of its metadata.
      expect(bytes.toString('latin1')).not.toMatch(/script|META-INF|<html/i);
      const { format, exif, xmp, iptc, orientation, comments } = await metadataOf(bytes);
      expect({ format, exif, xmp, iptc, orientation, comments }).toEqual({ format: 'webp' });
    }
  });
});

it('a PDF that is HTML, too, and unpacks to much, is kept as it is and never shown', async () => {
  const before = await memory();
  const bomb = gzipSync(Buffer.alloc(200 * 2 ** 20), { level: 9 });
  const text = '<script>document.title="ran"</script>';
  const pdf = Buffer.concat([
    Buffer.from(`%PDF-1.7\n${text}\n1 0 obj\n<</Filter /FlateDecode /Length ${bomb.length}>>\nstream\n`),
    bomb,
    Buffer.from('\nendstream\nendobj\n%%EOF\n'),
  ]);
  const answer = await send(jpeg, pdf);
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  const download = () =>
    fetch(`${portal.portal}/download-pdf/${id}`, { headers: { authorization: `Bearer ${token}` } });
  await expect.poll(async () => (await download()).status, { timeout: 20_000 }).toBe(200);
  const kept = await download();
  expect(Object.fromEntries(kept.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment; filename="report-[\w-]+\.pdf"$/),
    'content-security-policy': expect.stringMatching(/^sandbox/),
    'x-content-type-options': 'nosniff',
  });
  expect(Buffer.from(await kept.arrayBuffer()).equals(pdf)).toBe(true);
  const after = await memory();
  if (before !== null && after !== null) expect(after - before).toBeLessThan(60 * 2 ** 20);
});

it('nothing on the disk has a name that somebody sent', async () => {
  const entries = await readdir(under(portal.dataDir, 'files'), { recursive: true });
  expect(entries.filter((name) => /svg|html|\.pdf|\.\./.test(name))).toEqual([]);
});

itStillAnswers(portal);
