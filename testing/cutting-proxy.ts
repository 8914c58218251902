/** A network between a browser and the portal that breaks where a test says so: an HTTP proxy, so that addresses stay the same. */
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { startHttpServer } from '@tma/kit/testing/http-server';

/** `answer`: the portal gets the whole request, and its answer is lost. `body`: the connection breaks within the request. */
type Cut = 'answer' | 'body';

export interface CuttingProxy {
  server: string;
  /** Where submissions break from now on; a browser repeats some by itself. */
  cut: (where: Cut) => void;
  mend: () => void;
  /** How many submissions have come by since it was asked last. */
  submissions: () => number;
  close: () => Promise<void>;
}

/** How much of a submission passes before the connection breaks, in bytes. */
const passed = 2_000;

const isSubmission = ({ method, url = '' }: IncomingMessage) =>
  method === 'POST' && new URL(url).pathname === '/newrequest';

export async function openCuttingProxy(): Promise<CuttingProxy> {
  let seen = 0;
  let cut: Cut | undefined;
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse, where: Cut | undefined) => {
    const { method, headers, url = '' } = incoming;
    const onward = request(url, { method, headers }, (answer) => {
      if (where === 'answer') return void incoming.socket.destroy();
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => incoming.socket.destroy());
    incoming.on('error', () => onward.destroy());
    let length = 0;
    if (where === 'body')
      incoming.on('data', (piece: Buffer) => {
        length += piece.length;
        if (length < passed) return;
        onward.destroy();
        incoming.socket.destroy();
      });
    incoming.pipe(onward);
  };
  const proxy = await startHttpServer((incoming, outgoing) => {
    const isCounted = isSubmission(incoming);
    if (isCounted) seen += 1;
    forward(incoming, outgoing, isCounted ? cut : undefined);
  });
  return {
    server: proxy.url,
    cut: (where) => {
      cut = where;
    },
    mend: () => {
      cut = undefined;
    },
    submissions: () => {
      const count = seen;
      seen = 0;
      return count;
    },
    close: proxy.stop,
  };
}
