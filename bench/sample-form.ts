import { issueNames } from '@tma/contracts';
import sharp from 'sharp';
import { picture } from '../services/files/testing/samples.ts';

const boundary = 'bench';

/** The form of a report with a picture of 2 MB, as large as a browser sends it, and a PDF of 0.3 MB. */
export async function sampleForm(): Promise<{ type: string; body: Buffer }> {
  const texts = { issue: issueNames[0] ?? '', location: 'Bazaar road 5', description: 'Dust everywhere.' };
  const files = { image: await photograph(), document: paper() };
  const parts = [
    ...Object.entries(texts).map(([name, text]) => part(`name="${name}"`, Buffer.from(text))),
    ...Object.entries(files).map(([name, content]) => part(`name="${name}"; filename="${name}"`, content)),
  ];
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

const part = (what: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${what}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);

/** Noise over soft shapes, as in a photograph: about 2 MB. */
async function photograph(): Promise<Buffer> {
  const shapes = await picture(30, 20).png().toBuffer();
  const grain = await picture(2400, 1600).ensureAlpha(0.5).png().toBuffer();
  return sharp(shapes)
    .resize(2400, 1600)
    .composite([{ input: grain }])
    .jpeg({ quality: 93 })
    .toBuffer();
}

const paper = () =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300_000, 'paper '), Buffer.from('\n%%EOF\n')]);
