import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startHttpServer } from '@tma/kit/testing';

interface Taken {
  claims: Record<string, unknown>;
  /** As it came. */
  text: string;
  headers: IncomingMessage['headers'];
}

/** Stands in for auth, which knows the tehsils, and for reports, which takes the submitted reports. */
export async function startNeighbours() {
  const tehsils = ['Mardan', 'Takht Bhai'];
  const taken: Taken[] = [];
  /** What lists were asked for. */
  const asked: URLSearchParams[] = [];
  /** What reports answers, in turn; 201 where nothing is said. */
  const answers: { status: number; body: object }[] = [];
  const server = await startHttpServer(async (request, response) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/api/gettehsils')
      return send(
        200,
        tehsils.map((tehsil) => ({ tehsil })),
      );
    if (request.method === 'GET') {
      asked.push(new URL(request.url ?? '', 'http://reports').searchParams);
      return send(200, []);
    }
    const [, claims = ''] = (request.headers.authorization ?? '').split('.');
    taken.push({
      claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Taken['claims'],
      headers: request.headers,
      text: (await buffer(request)).toString('latin1'),
    });
    const { status, body } = answers.shift() ?? { status: 201, body: { reference: 'TMA-7CV3X4JW' } };
    return send(status, body);
  });
  return { ...server, tehsils, taken, asked, answers };
}
