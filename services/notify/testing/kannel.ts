import type { ServerResponse } from 'node:http';
import { startHttpServer } from '@tma/kit/testing';

interface Sent {
  to: string;
  text: string;
  coding: string;
  /** The address of its receipt, with `%d` in it. */
  receipt: URL;
}

export type Answer = (sent: Sent, response: ServerResponse) => void;
const accept: Answer = (_sent, response) => response.writeHead(202).end('0: Accepted for delivery');

/** What Kannel's sendsms answers, as a test says; it keeps what it got. */
export async function startFakeKannel() {
  const received: Sent[] = [];
  let answer = accept;
  const server = await startHttpServer((request, response) => {
    const { searchParams: query } = new URL(request.url ?? '/', 'http://kannel');
    const of = (name: string) => query.get(name) ?? '';
    const sent = { to: of('to'), text: of('text'), coding: of('coding'), receipt: new URL(of('dlr-url')) };
    received.push(sent);
    answer(sent, response);
  });
  return {
    url: server.url.replace('http://', 'kannel://portal:secret@'),
    received,
    /** Brings the receipt of a message, again and again until it is answered, as Kannel does. */
    async bringReceipt({ receipt }: Sent, status: number) {
      const url = receipt.href.replace('%d', String(status));
      for (;;) {
        const answer = await fetch(url).catch(() => null);
        if (answer?.status === 200) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    to: (number: string) => received.filter(({ to }) => to === number).map(({ text }) => text),
    answerWith(next: Answer = accept) {
      answer = next;
    },
    goDown: server.stop,
    goUp: server.startAgain,
    stop: server.stop,
  };
}
