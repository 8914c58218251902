import type { Fault } from './fault.ts';
import { brokerFaults } from './faults-broker.ts';
import { dependencyFaults } from './faults-dependencies.ts';
import { processFaults } from './faults-processes.ts';

export const faults: readonly Fault[] = [...processFaults, ...brokerFaults, ...dependencyFaults];
