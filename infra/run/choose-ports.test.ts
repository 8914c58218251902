import { createServer, Server } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { readInfraConfig } from '../config.ts';
import { defaultPorts, type Ports } from '../process-plan.ts';
import { freePorts, isTaken } from '../processes/ports.ts';
import { choosePorts } from './choose-ports.ts';

afterEach(() => vi.restoreAllMocks());

const { gateway, mailbox } = await freePorts(['gateway', 'mailbox']);
const outer = { PORT: String(gateway), MAILBOX_PORT: String(mailbox) };
/** Without a mailbox. */
const elsewhere = { SMTP_URL: 'smtp://mail.example.org', SMS_URL: 'kannel://user:password@sms.test:13013' };
const choose = (env: Record<string, string>) => choosePorts('default', readInfraConfig({ ...outer, ...env }));

it('where one inner port is not to be had, none of them is used: a portal that is starting takes the rest', async () => {
  const chosen = await choose({ MAILBOX_PORT: String(defaultPorts.redis), ...elsewhere });
  expect(chosen.gateway).toBe(gateway);
  const kept = Object.entries(chosen).filter(([name, port]) => defaultPorts[name as keyof Ports] === port);
  expect(kept).toEqual([]);
});

it('a port that people type is not replaced, and counts as taken only where something of the portal is to listen', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(mailbox, '127.0.0.1', resolve));
  await expect(choose({})).rejects.toThrow(`Port ${mailbox} is taken`);
  expect(await choose(elsewhere)).toMatchObject({ gateway, mailbox });
  other.close();
});

it('one port for portal and mailbox is refused only where there is a mailbox', async () => {
  const same = { MAILBOX_PORT: String(gateway) };
  await expect(choose(same)).rejects.toThrow('Choose two');
  expect(await choose({ ...same, ...elsewhere })).toMatchObject({ gateway });
});

it('a port on which this user may not listen is not called taken', async () => {
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
    queueMicrotask(() => this.emit('error', Object.assign(new Error('refused'), { code: 'EACCES' })));
    return this;
  });
  await expect(isTaken(80)).rejects.toThrow('may not listen on port 80');
});
