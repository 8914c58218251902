import { randomBytes, randomUUID } from 'node:crypto';
import { makePicture } from '../../infra/seed/picture.ts';

/** Small, so that rendering it costs little: the tests are about its way, not its content. */
const picture = makePicture(40, 160, 120);

/** The file of a picture of finished work, which looks like no other. */
export const newWork = () => makePicture(200, 120, 160, randomUUID());

/** The form of a proof. */
export function proofForm(work: Buffer): FormData {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(work)], { type: 'image/png' }), 'work.png');
  return form;
}

/** A PDF with random content. */
export const newDocument = () => Buffer.from(`%PDF-1.7\n% ${randomBytes(2000).toString('hex')}\n%%EOF\n`);

/** The form of a report, as a browser sends it. */
export function reportForm(document: Buffer | null): FormData {
  const form = new FormData();
  const texts = { issue: 'Street Lights Repair', location: 'Bank Road', description: 'Dark since Monday.' };
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'light.png');
  if (document) form.set('document', new Blob([new Uint8Array(document)], { type: 'application/pdf' }), 'papers.pdf');
  return form;
}

/** The same as a stream that pauses half way until `midway` has resolved. */
export async function brokenForm(document: Buffer, midway: () => Promise<void>) {
  const whole = new Response(reportForm(document));
  const type = whole.headers.get('content-type') ?? '';
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const half = Math.floor(bytes.length / 2);
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.subarray(0, half));
      await midway();
      controller.enqueue(bytes.subarray(half));
      controller.close();
    },
  });
  return { type, body };
}
