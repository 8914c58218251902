import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import { createTopics } from '../testing.ts';
import type { Dial } from './client.ts';
import { connectKafka, type Kafka } from './index.ts';

const { kafkaBrokers } = inject('backing');
/** Of its own: these messages are no events, and consumers of other topics would put them among their dead letters. */
const topic = 'kit.connections';
const log = pino({ level: 'silent' });
const kafka = connectKafka({ brokers: kafkaBrokers }, 'kit-connections', log, () => {});
await createTopics(kafkaBrokers, [topic], 3);
afterAll(() => kafka.close());

/** Connections to the broker that can be frozen (nothing passes), cut, or refused; or lose what the broker answers. */
function tamper() {
  const sockets = new Set<Socket>();
  let frozen = false;
  let away = false;
  let deaf = false;
  const leave = () => {
    away = true;
    for (const socket of sockets) socket.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
  };
  const dial: Dial = (host, port) => {
    // Nothing listens at port 1.
    const socket = connect(away ? 1 : port, host);
    const write = socket.write.bind(socket);
    let hasLost = false;
    // What is written while frozen is lost on the way, as when a route is gone; nothing is well on that connection again.
    socket.write = ((...args: Parameters<Socket['write']>) => {
      hasLost ||= frozen;
      return hasLost ? true : write(...args);
    }) as Socket['write'];
    const emit = socket.emit.bind(socket) as (...args: unknown[]) => boolean;
    socket.emit = ((...args: unknown[]) => {
      if (!deaf || args[0] !== 'data') return emit(...args);
      leave();
      return true;
    }) as Socket['emit'];
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  return {
    dial,
    freeze: () => {
      frozen = true;
    },
    thaw: () => {
      frozen = false;
    },
    leave,
    /** The connection breaks with the broker's next answer, which does not arrive. */
    leaveInTheMiddle: () => {
      deaf = true;
    },
    comeBack: () => {
      away = false;
      deaf = false;
    },
  };
}

describe('a connection to the broker that is', () => {
  const connectOver = (wire: ReturnType<typeof tamper>, id: string, fatal = (_: Error) => {}) =>
    connectKafka({ brokers: kafkaBrokers }, `kit-${id}`, log, fatal, { dial: wire.dial });
  const send = (key: string, value: string) => kafka.produce([{ topic, key, value }]);
  const consumeOn = (on: Kafka, id: string) => {
    const received: string[] = [];
    const joined = on.consume(`kit-${id}`, [topic], async ({ key, value }) => {
      if (key === id) received.push(value);
    });
    return { received, joined };
  };
  const start = async () => {
    const id = randomUUID();
    const wire = tamper();
    const fatal = vi.fn<(error: Error) => void>();
    const own = connectOver(wire, id, fatal);
    const { received, joined } = consumeOn(own, id);
    await joined;
    await send(id, 'before');
    await expect.poll(() => received, { timeout: 20_000 }).toEqual(['before']);
    return { id, wire, fatal, own, received };
  };

  it('cut is made again, and nothing is missed', async () => {
    const { id, wire, fatal, own, received } = await start();
    wire.leave();
    wire.comeBack();
    await send(id, 'after');
    await expect.poll(() => received, { timeout: 30_000 }).toEqual(['before', 'after']);
    expect(fatal).not.toHaveBeenCalled();
    await own.close();
  });

  it('idle does not keep its process awake', async () => {
    const { own } = await start();
    const begun = performance.nodeTiming.uvMetricsInfo.loopCount;
    await setTimeout(1000);
    // A timer that begins again every millisecond makes it 600 and more.
    expect(performance.nodeTiming.uvMetricsInfo.loopCount - begun).toBeLessThan(200);
    await own.close();
  });

  it('gone without a word ends within bounds, and closing does not wait for it', async () => {
    const { wire, own } = await start();
    wire.freeze();
    const begun = performance.now();
    await own.close();
    expect(performance.now() - begun).toBeLessThan(4000);
  });

  it('gone without a word for a while is opened anew soon after its return, by all that use it', async () => {
    const { id, wire, fatal, own, received } = await start();
    await own.produce([{ topic, key: id, value: 'own' }]);
    await own.lag();
    wire.freeze();
    const lost = Promise.allSettled([own.produce([{ topic, key: id, value: 'lost' }]), own.lag()]);
    await expect.poll(() => Promise.race([lost, 'pending']), { timeout: 20_000 }).not.toBe('pending');
    wire.thaw();
    const soon = { timeout: 10_000 };
    await expect
      .poll(
        () =>
          own.produce([{ topic, key: id, value: 'after' }]).then(
            () => true,
            () => false,
          ),
        soon,
      )
      .toBe(true);
    await expect
      .poll(
        () =>
          own.lag().then(
            (lags) => lags.length > 0,
            () => false,
          ),
        soon,
      )
      .toBe(true);
    await expect.poll(() => received.includes('after'), soon).toBe(true);
    expect(fatal).not.toHaveBeenCalled();
    await own.close();
  }, 90_000);

  it('lost before an acknowledgement arrived does not keep later messages from being sent', async () => {
    const id = randomUUID();
    const { received, joined } = consumeOn(kafka, id);
    await joined;
    const wire = tamper();
    const own = connectOver(wire, id);
    const send = (...values: string[]) => own.produce(values.map((value) => ({ topic, key: id, value })));
    await send('one');
    wire.leaveInTheMiddle();
    await expect(send('two')).rejects.toThrow(/ECONNREFUSED/);
    wire.comeBack();
    await send('two', 'three');
    // It did take the second one: what is sent again comes again, and only the inbox knows that it is the same.
    await expect.poll(() => received, { timeout: 20_000 }).toEqual(['one', 'two', 'two', 'three']);
    await own.close();
  });

  it('refused at the start is tried until it works', async () => {
    const id = randomUUID();
    const wire = tamper();
    wire.leave();
    const own = connectOver(wire, id);
    const { received } = consumeOn(own, id);
    await expect(own.produce([{ topic, key: id, value: 'never' }])).rejects.toThrow(/ECONNREFUSED/);
    await send(id, 'meanwhile');
    wire.comeBack();
    await expect.poll(() => received, { timeout: 30_000 }).toEqual(['meanwhile']);
    await own.produce([{ topic, key: id, value: 'after' }]);
    await expect.poll(() => received, { timeout: 20_000 }).toEqual(['meanwhile', 'after']);
    await own.close();
  });
});
