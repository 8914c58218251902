import { setTimeout as lasting } from 'node:timers/promises';
import type { Mood } from '../smtp.ts';
import type { Disk } from './disk.ts';
import type { Fault, Scene } from './fault.ts';
import { freeze } from './faults-processes.ts';
import type { FaultSystem } from './system.ts';
import { cutConnections } from './truth.store.ts';

const mailServer = (mood: Mood, seconds: number, what: string): Fault => ({
  name: `SMTP ${what}`,
  async inject({ system: { smtp } }) {
    await smtp.turn(mood);
    await lasting(seconds * 1000);
    await smtp.turn('taking');
  },
});

const full = (what: string, disk: (system: FaultSystem) => Disk | null, more: Partial<Fault> = {}): Fault => ({
  name: `disk full for ${what}`,
  impossible: (system) => (disk(system) ? null : 'a disk of its own cannot be mounted here'),
  async inject({ system }: Scene) {
    await disk(system)?.fill();
    await lasting(6000);
    disk(system)?.relieve();
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
  mailServer('refusing', 10, 'refuses connections for 10 s'),
  mailServer('temporary', 10, 'answers 4xx for 10 s'),
  mailServer('permanent', 6, 'answers 5xx for 6 s'),
  mailServer('hanging', 25, 'hangs for 25 s'),
  full('files', ({ disks }) => disks.files),
  full('Postgres, Kafka and all else', ({ disks }) => disks.all, { mayDouble: true }),
  {
    name: 'clock moved 10 minutes, and back',
    async inject({ system }) {
      await system.moveClock(600_000);
      await lasting(5000);
      await system.moveClock(0);
    },
  },
];
