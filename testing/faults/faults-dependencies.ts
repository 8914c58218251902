import { setTimeout as wait } from 'node:timers/promises';
import type { Behavior } from '../smtp.ts';
import type { Disk } from './disk.ts';
import type { Fault, Scene } from './fault.ts';
import { freeze } from './faults-processes.ts';
import type { FaultSystem } from './system.ts';
import { cutConnections } from './truth.store.ts';

const mailServerFault = (behavior: Behavior, seconds: number, what: string): Fault => ({
  name: `SMTP ${what}`,
  async inject({ system: { smtp } }) {
    await smtp.setBehavior(behavior);
    await wait(seconds * 1000);
    await smtp.setBehavior('accepting');
  },
});

const fullDisk = (what: string, disk: (system: FaultSystem) => Disk | null, more: Partial<Fault> = {}): Fault => ({
  name: `disk full for ${what}`,
  impossible: (system) => (disk(system) ? null : 'a tmpfs cannot be mounted here'),
  async inject({ system }: Scene) {
    await disk(system)?.fill();
    await wait(6000);
    disk(system)?.empty();
  },
  ...more,
});

export const dependencyFaults: readonly Fault[] = [
  { name: 'Redis frozen for 5 s', needs: 'redis', inject: (scene) => freeze(scene, 'redis', 5) },
  { name: 'Redis killed', needs: 'redis', inject: ({ system }) => system.end('redis', 'SIGKILL') },
  {
    name: 'Postgres restarted at once',
    needs: 'postgres',
    mayDouble: true,
    inject: ({ system }) => system.end('postgres', 'SIGQUIT'),
  },
  {
    name: 'all database connections cut',
    mayDouble: true,
    inject: ({ system }) => cutConnections(system.running().databases.reports),
  },
  mailServerFault('refusing', 10, 'refuses connections for 10 s'),
  mailServerFault('temporary', 10, 'answers 4xx for 10 s'),
  mailServerFault('permanent', 6, 'answers 5xx for 6 s'),
  mailServerFault('hanging', 25, 'hangs for 25 s'),
  fullDisk('files', ({ disks }) => disks.files),
  fullDisk('Postgres, Kafka and all else', ({ disks }) => disks.all, { mayDouble: true }),
  {
    name: 'clock moved 10 minutes, and back',
    async inject({ system }) {
      await system.moveClock(600_000);
      await wait(5000);
      await system.moveClock(0);
    },
  },
];
