import { setTimeout as wait } from 'node:timers/promises';
import { services } from '@tma/contracts';
import type { Fault, Scene } from './fault.ts';
import type { Called } from './proxies.ts';

/** Seconds for which packets vanish: longer than anything may wait for an answer. */
const silentSeconds = 20;

async function vanish({ system }: Scene, called: Called): Promise<void> {
  const proxy = system.proxies?.proxy(called);
  if (!proxy) throw new Error('The system has no proxies in which packets vanish');
  proxy.drop();
  await wait(silentSeconds * 1000);
  proxy.deliver();
}

const vanishing = (called: Called, name: string, more: Partial<Fault> = {}): Fault => ({
  name: `${name} vanishes for ${silentSeconds} s`,
  inject: (scene) => vanish(scene, called),
  ...more,
});

/** All that a process calls is there, and no packet reaches it or comes back; connections that lost some are never well again. */
export const networkFaults: readonly Fault[] = [
  vanishing('postgres', 'Postgres', { mayDouble: true }),
  vanishing('kafka', 'Kafka', { mayDouble: true }),
  vanishing('redis', 'Redis'),
  vanishing('smtp', 'the SMTP server', { mayDouble: true }),
  vanishing('s3', 'the S3 server'),
  {
    name: `another service vanishes for ${silentSeconds} s`,
    inject: (scene) => vanish(scene, services[scene.run % services.length] ?? 'files'),
  },
];
