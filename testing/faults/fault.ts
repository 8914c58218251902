import type { Load } from './load.ts';
import type { Oracle } from './oracle.ts';
import type { FaultSystem } from './system.ts';

/** What a fault is done to. */
export interface Scene {
  system: FaultSystem;
  load: Load;
  oracle: Oracle;
  /** How often it was done before, in this run of the suite. */
  run: number;
}

export interface Fault {
  name: string;
  /** Does the harm, and takes away what would stay of it: when it returns, the portal is on its own. */
  inject(scene: Scene): Promise<void>;
  /**
   * Whether a mail may come twice: what is ended can be between the server's 250 and the commit
   * (docs/decisions/003-mail-is-a-queue-of-its-own.md).
   */
  mayDouble?: true;
  /** Part of `npm test` too. */
  short?: true;
  /** The program that it is done to, where that is none of the portal's own: in a container it is out of reach. */
  needs?: 'postgres' | 'kafka' | 'redis';
  /** Why it cannot be done here, if it cannot. */
  impossible?(system: FaultSystem): string | null;
}

/** Why a fault cannot be done to this system, or null when it can. */
export function hindrance({ needs, impossible }: Fault, system: FaultSystem): string | null {
  if (needs && !(needs in system.running().children)) return `${needs} is no process of this machine`;
  return impossible?.(system) ?? null;
}
