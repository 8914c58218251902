import { CommandError } from '../command.ts';
import type { InfraConfig } from '../config.ts';
import { defaultPorts, type Ports } from '../process-plan.ts';
import { freePorts, isTaken } from '../processes/ports.ts';
import { planOf } from '../system.ts';

/** The ports that people type: when one is taken, that is an error, and no other is chosen. */
const outer = { gateway: 'PORT', mailbox: 'MAILBOX_PORT' } as const;

/**
 * Free ports, or those of system.ts. Where an inner one is taken, or was chosen for an outer one, all inner ones are replaced by free ones:
 * another portal may have it that is still starting, and takes the rest in a moment.
 */
export async function choosePorts(kind: 'default' | 'free', config: InfraConfig): Promise<Ports> {
  const names = Object.keys(defaultPorts) as (keyof Ports)[];
  const free = await freePorts(names);
  if (kind === 'free') return free;
  const { PORT: gateway, MAILBOX_PORT: mailbox } = config;
  const wanted = Object.entries({ gateway, mailbox }).filter(([name]) => planOf(name)?.wanted?.(config) ?? true);
  if (wanted.length === 2 && gateway === mailbox)
    throw new CommandError(`PORT and MAILBOX_PORT are both ${gateway}. Choose two.`);
  for (const [name, port] of wanted) {
    if (!(await isTaken(port))) continue;
    const variable = outer[name as keyof typeof outer];
    throw new CommandError(
      `Port ${port} is taken. Stop what listens there, or choose another: ${variable}=${free.gateway} npm start`,
    );
  }
  const inner = names.filter((name) => !(name in outer)).map((name) => defaultPorts[name]);
  const clashes = await Promise.all(inner.map(async (port) => [gateway, mailbox].includes(port) || isTaken(port)));
  return { ...(clashes.includes(true) ? free : defaultPorts), gateway, mailbox };
}
