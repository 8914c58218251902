/** How kafkajs, which is no longer maintained, has to be set up; only this folder imports it. */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import kafkajs from 'kafkajs';
import type { Logger } from 'pino';
import { within } from '../within.ts';
import type { KafkaServers } from './servers.ts';

export interface Message {
  topic: string;
  key: string;
  value: string;
  headers?: Record<string, string>;
}
export interface Received extends Message {
  partition: number;
  offset: string;
}

/** Opens a connection to a broker; tests put a proxy in between. */
export type Dial = (host: string, port: number) => Socket;

/**
 * kafkajs logs these as errors, though it recovers by itself. Its log entries are text without type or code, so the text
 * decides here; it decides the level of a log line, and nothing else.
 */
const recoverable =
  /coordinator is loading|not the leader|Connection timeout|Connection error|rebalance|Response Heartbeat|Limiting retries|GroupCoordinator|Restarting the consumer/i;

/** These errors last until somebody changes a setting or a certificate: they are logged, though kafkajs goes on trying. */
const lasting = /certificate|alert|altname/i;

interface ClientOptions {
  dial?: Dial;
  /** How long a broker may take for an answer; kafkajs itself gives a member that joins a group more. */
  requestMs?: number;
}

/**
 * A client whose connections end when an answer does not come in time: kafkajs would go on for minutes sending requests
 * on a dead connection. It does not let brokers create a topic at the first write or read: that would have the broker's
 * default number of partitions and retention.
 */
class Client extends kafkajs.Kafka {
  readonly #sockets = new Map<Socket, string>();

  constructor({ dial, ...config }: kafkajs.KafkaConfig & { dial: Dial }) {
    super({
      ...config,
      socketFactory: ({ host, port, onConnect }) => {
        const plain = dial(host, port);
        // The certificate has to name the host, also where that is an address, which has no place in `servername`.
        const socket = config.ssl ? connectTls({ socket: plain, host, servername: isIP(host) ? '' : host }) : plain;
        this.#sockets.set(socket, `${host}:${port}`);
        socket.once('close', () => this.#sockets.delete(socket));
        return socket.once(config.ssl ? 'secureConnect' : 'connect', onConnect);
      },
    });
  }

  override producer(config?: kafkajs.ProducerConfig) {
    const producer = super.producer({ ...config, allowAutoTopicCreation: false });
    producer.on(producer.events.REQUEST_TIMEOUT, this.#end);
    return producer;
  }

  override consumer(config: kafkajs.ConsumerConfig) {
    const consumer = super.consumer({ ...config, allowAutoTopicCreation: false });
    consumer.on(consumer.events.REQUEST_TIMEOUT, this.#end);
    return consumer;
  }

  override admin(config?: kafkajs.AdminConfig) {
    const admin = super.admin(config);
    admin.on(admin.events.REQUEST_TIMEOUT, this.#end);
    return admin;
  }

  /** Ends all connections of this client to the broker: another request may be waiting on its own for longer. */
  #end = ({ payload }: kafkajs.RequestTimeoutEvent) => {
    for (const [socket, broker] of this.#sockets) {
      if (broker === payload.broker) socket.destroy(new Error('the broker did not answer in time'));
    }
  };
}

export function createClient(
  { brokers, ssl = false, sasl }: KafkaServers,
  clientId: string,
  log: Logger,
  { dial = dialBroker, requestMs = 15_000 }: ClientOptions = {},
): kafkajs.Kafka {
  return new Client({
    brokers: [...brokers],
    ssl,
    // The union of kafkajs' types has one shape for each mechanism.
    sasl: sasl && ({ ...sasl } as kafkajs.SASLOptions),
    clientId,
    connectionTimeout: 3000,
    requestTimeout: requestMs,
    retry: { initialRetryTime: 100, maxRetryTime: 1500, retries: 6 },
    dial,
    logLevel: kafkajs.logLevel.WARN,
    logCreator: () => (entry) => {
      const { message, error } = entry.log;
      const text = `${message} ${error ?? ''}`;
      const recovers = recoverable.test(text) && !lasting.test(text);
      log[recovers ? 'debug' : 'warn']({ kafka: error ?? null }, message);
    },
  });
}

const dialBroker: Dial = (host, port) => {
  const socket = connect({ host, port });
  socket.setKeepAlive(true, 60_000);
  return socket;
};

const disconnectMs = 3000;

/** Disconnects parts of kafkajs, which may hang in that: what they were for is done, and does not wait for it. */
export async function disconnect(...parts: readonly { disconnect(): Promise<void> }[]): Promise<void> {
  const all = Promise.all(parts.map((part) => part.disconnect()));
  await within(all, disconnectMs, () => new Error('kafkajs does not disconnect')).catch(() => {});
}

/** Runs `work` with a part of kafkajs that is connected for it. */
export async function whileConnected<P extends { connect(): Promise<void>; disconnect(): Promise<void> }, T>(
  part: P,
  work: (part: P) => Promise<T>,
): Promise<T> {
  await part.connect();
  try {
    return await work(part);
  } finally {
    await disconnect(part);
  }
}

export const toReceived = (topic: string, partition: number, message: kafkajs.KafkaMessage): Received => ({
  topic,
  partition,
  offset: message.offset,
  key: message.key?.toString() ?? '',
  value: message.value?.toString() ?? '',
  headers: Object.fromEntries(Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)])),
});
