import { randomBytes, randomUUID } from 'node:crypto';
import { formOf } from '../../infra/seed/calls.ts';
import { makePicture } from '../../infra/seed/picture.ts';

/** Small, so that rendering it costs little: the tests are about its way, not its content. */
const picture = makePicture(40, 160, 120);

/** The file of a picture of finished work, which looks like no other. */
export const newWork = () => makePicture(200, 120, 160, randomUUID());

/** The form of a proof. */
export const proofForm = (work: Buffer): FormData =>
  formOf({ image: new File([new Uint8Array(work)], 'work.png', { type: 'image/png' }) });

/** A PDF with random content. */
export const newDocument = () => Buffer.from(`%PDF-1.7\n% ${randomBytes(2000).toString('hex')}\n%%EOF\n`);

/** The form of a report, as a browser sends it. */
export const reportForm = (document: Buffer | null): FormData =>
  formOf({
    issue: 'Street Lights Repair',
    location: 'Bank Road',
    description: 'Dark since Monday.',
    image: new File([new Uint8Array(picture)], 'light.png', { type: 'image/png' }),
    document: document ? new File([new Uint8Array(document)], 'papers.pdf', { type: 'application/pdf' }) : undefined,
  });

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
