import { CommandError } from '../command.ts';
import type { InfraConfig } from '../config.ts';
import { defaultPorts, type Ports } from '../process-plan.ts';
import { freePorts, isTaken } from '../processes/ports.ts';

/** The ports that people type: when one is taken, that is an error, and no other is chosen. */
const outer = { gateway: 'PORT', mailbox: 'MAILBOX_PORT' } as const;

/** Free ports, or those of system.ts. An inner one that is taken, or was chosen for an outer one, is replaced by a free one. */
export async function choosePorts(kind: 'default' | 'free', config: InfraConfig): Promise<Ports> {
  const names = Object.keys(defaultPorts) as (keyof Ports)[];
  const free = await freePorts(names);
  if (kind === 'free') return free;
  const { PORT: gateway, MAILBOX_PORT: mailbox } = config;
  if (gateway === mailbox) throw new CommandError(`PORT and MAILBOX_PORT are both ${gateway}. Choose two.`);
  for (const [name, port] of Object.entries({ gateway, mailbox })) {
    if (!(await isTaken(port))) continue;
    const variable = outer[name as keyof typeof outer];
    throw new CommandError(
      `Port ${port} is taken. Stop what listens there, or choose another: ${variable}=${free.gateway} npm start`,
    );
  }
  const chosen = { ...defaultPorts, gateway, mailbox };
  for (const name of names) {
    if (name in outer) continue;
    const clashes = [gateway, mailbox].includes(defaultPorts[name]) || (await isTaken(defaultPorts[name]));
    if (clashes) chosen[name] = free[name];
  }
  return chosen;
}
