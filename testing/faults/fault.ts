import type { Load } from './load.ts';
import type { Oracle } from './oracle.ts';
import type { FaultSystem } from './system.ts';

/** What a fault is injected into. */
export interface Scene {
  system: FaultSystem;
  load: Load;
  oracle: Oracle;
  /** The administrators' tokens, by tehsil. */
  clerks: ReadonlyMap<string, string>;
  /** The number of this injection, from 0. */
  run: number;
}

export interface Fault {
  name: string;
  /** Injects the fault and removes it again: once this returns, the portal has to recover by itself. */
  inject(scene: Scene): Promise<void>;
  /**
   * Whether a mail may arrive twice: the killed process may be between the server's 250 and the commit
   * (docs/decisions/003-mail-is-queued-and-leased.md).
   */
  mayDouble?: true;
  /** Whether `npm test` runs it too. */
  short?: true;
  /** The backing program that it is injected into; not possible where that runs in a container. */
  needs?: 'postgres' | 'kafka' | 'redis';
  /** Why it cannot be injected on this machine, or null. */
  impossible?(system: FaultSystem): string | null;
}

/** Why a fault cannot be injected into this system, or null when it can. */
export function reasonToSkip({ needs, impossible }: Fault, system: FaultSystem): string | null {
  if (needs && !(needs in system.running().children)) return `${needs} does not run as a process of this machine`;
  return impossible?.(system) ?? null;
}
