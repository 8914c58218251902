import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type App, HttpError } from '@tma/kit';

/**
 * Refuses what two readers of HTTP may read in two ways, before anything of it is handed on. Node refuses most of it
 * (RFC 9112, 11.2); this is what it lets through. The connection ends there, and what came behind it in the same piece is
 * refused with it: nobody knows where that begins.
 */
export function demandPlainRequests(app: App) {
  const ending = new WeakSet<Socket>();
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (!ending.has(raw.socket) && isPlain(raw)) return;
    ending.add(raw.socket);
    reply.raw.shouldKeepAlive = false;
    throw new HttpError(400, 'invalid_request', 'The request cannot be read.');
  });
}

/**
 * What the URL standard reads otherwise than the routes do: a backslash is a slash to it, dots lead upwards, and a `#` ends
 * the path. A query is left as it is.
 */
const twofold = /^[^?]*(\\|\/(\.|%2e){1,2}([/?]|$))|#/i;

function isPlain({ url = '', method, httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  if (!url.startsWith('/') && method !== 'OPTIONS') return false;
  if (twofold.test(url)) return false;
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return false;
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && /^host$/i.test(text));
  if (hosts.length === 0) return httpVersion === '1.0';
  return hosts.length === 1 && /^[\w.:[\]-]*$/.test(headers.host ?? '');
}

/** The path of a request to a proxy (`GET http://host/path`, RFC 9112, 3.2.2), which every server has to take. */
export const originForm = ({ url = '' }: { url?: string }): string => {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path === url || path.startsWith('/') ? path : `/${path}`;
};
