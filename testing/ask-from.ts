import { randomInt } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body of a JSON answer, else null. */
  body: Record<string, unknown> | null;
}

interface Ask {
  method?: string;
  token?: string;
  json?: unknown;
  /** A body to send unchanged, instead of JSON. */
  raw?: string | Buffer;
  headers?: Record<string, string>;
}

/** Whether this machine has all addresses of 127.0.0.0/8: to the gateway each is another client. */
export const hasAddresses = process.platform === 'linux';

/** A random loopback address, where this machine has several. */
export const newAddress = () =>
  hasAddresses ? `127.${randomInt(2, 255)}.${randomInt(256)}.${randomInt(1, 255)}` : '127.0.0.1';

/** Calls the portal from an address of this machine. */
export const askFrom =
  (portal: string, ip = '127.0.0.1') =>
  (path: string, { method, token, json, raw, headers }: Ask = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const body = raw ?? (json === undefined ? undefined : JSON.stringify(json));
      const call = request(portal + path, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        localAddress: ip,
        timeout: 15_000,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      });
      call.on('error', reject);
      call.on('timeout', () => call.destroy(new Error(`${path} was not answered in time`)));
      call.on('response', async (answer) => {
        const text = await readText(answer);
        const isJson = text !== '' && /json/.test(answer.headers['content-type'] ?? '');
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text,
          body: isJson ? (JSON.parse(text) as Record<string, unknown>) : null,
        });
      });
      call.end(body);
    });
