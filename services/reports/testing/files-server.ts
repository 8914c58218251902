import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startHttpServer } from '@tma/kit/testing';
import { v7 as uuid } from 'uuid';

interface Kept {
  id: string;
  kind: string;
  bytes: number;
  sha256: string;
}

/**
 * A files service that keeps what it is sent, refuses what begins with `bad`, and fails at what begins with `ill`. A proof is alike
 * to the reports whose ids are in it, was taken when it says so, and looks like the first row of 64 zeros and ones in it; the others
 * are what it would look like with a little more or less of its sides.
 */
export async function startFiles() {
  const kept = new Map<string, Kept[]>();
  const answer = async (request: IncomingMessage) => {
    const query = new URL(request.url ?? '', 'http://files.test').searchParams;
    const reportId = query.get('reportId') ?? '';
    if (request.method === 'DELETE') {
      const discarded = query.get('uploadId');
      const left = discarded ? (kept.get(reportId) ?? []).filter(({ id }) => id !== discarded) : [];
      if (left.length > 0) kept.set(reportId, left);
      else kept.delete(reportId);
      return { status: 204, body: '' };
    }
    const content = await buffer(request);
    if (content.subarray(0, 3).toString() === 'bad') {
      return { status: 400, body: { code: 'invalid_request', detail: `The ${query.get('kind')} is bad.` } };
    }
    if (content.subarray(0, 3).toString() === 'ill') return { status: 502, body: '<h1>Bad gateway</h1>' };
    if (content.length > 1024 * 1024) return { status: 413, body: { code: 'too_large', detail: 'Larger than 1 MB.' } };
    const id = uuid();
    const kind = query.get('kind') ?? '';
    const sha256 = createHash('sha256').update(content).digest('hex');
    const before = kept.get(reportId) ?? [];
    kept.set(reportId, [...before, { id, kind, bytes: content.length, sha256 }]);
    const text = content.toString();
    const cropped = text.match(/[01]{64}/g) ?? [];
    const proof = kind === 'proof' && {
      sha256,
      hash: cropped[0] ?? null,
      cropped,
      isOwnPicture: before.some((other) => other.kind === 'image' && other.sha256 === sha256),
      alike: text.match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g) ?? [],
      takenAt: /\d{4}-\d\d-\d\dT[\d:]{8}/.exec(text)?.[0] ?? null,
    };
    return {
      status: 201,
      body: {
        id,
        path: kind === 'document' ? null : `uploads/${id.replaceAll('-', '')}.webp`,
        ...(proof && { proof }),
      },
    };
  };
  const server = await startHttpServer((request, response) => {
    answer(request).then(
      ({ status, body }) => response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)),
      () => response.destroy(),
    );
  });
  return { ...server, kept };
}
