import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as under } from 'node:path';
import { type Audience, type OperationId, operationList } from '@tma/contracts';
import { expect, inject, it } from 'vitest';
import { newTehsil } from '../../testing/admins.ts';
import { call, join, joinAdmin } from '../../testing/calls.ts';
import { testConfig } from '../../testing/config.ts';
import { openAddressProxy } from '../../testing/guards/address-proxy.ts';
import { fuzz, installFuzzer } from '../../testing/guards/fuzzer.ts';
import { audienceOf } from '../../testing/guards/operations.ts';
import { newResident } from '../../testing/people.ts';

const portal = inject('portal');

/** What ends or changes its own session has one that nobody else uses. */
const spending = ['signOut', 'adminSignOut', 'updateUser', 'deleteUser'];

it('whatever the contract lets be asked, the answer is one that the contract knows', {
  timeout: 3_600_000,
}, async ({ skip, annotate }) => {
  const fuzzer = await installFuzzer();
  if ('missing' in fuzzer) return skip(fuzzer.missing);
  const folder = await mkdtemp(under(tmpdir(), 'tma-fuzz-'));
  const proxy = await openAddressProxy(portal.portal);
  try {
    const found = await fuzz(fuzzer.command, proxy.url, {
      folder,
      headers: await headersOf(),
      examples: testConfig.fuzzExamples,
    });
    await annotate(`${found.cases} cases, ${found.operations.tested} operations`);
    expect([...found.failures, ...found.errors], found.output.slice(-20_000)).toEqual([]);
    expect(found.operations.tested).toBe(found.operations.selected);
    expect(found.cases).toBeGreaterThan(testConfig.fuzzExamples * 10);
  } finally {
    proxy.close();
    await rm(folder, { recursive: true, force: true });
  }
  expect((await call<{ status: string }>(portal, '/health')).status).toBe('ok');
});

/** Each operation with the token it is for; every call has a connection, and so an address, of its own. */
async function headersOf() {
  // Of their own: a head may disable everybody whom the office's list names.
  const { tehsil } = await newTehsil(portal);
  const tokenFor = (audience: Audience) => (audience === 'admin' ? joinAdmin : join)(portal, newResident(tehsil));
  const tokens = { resident: await tokenFor('resident'), admin: await tokenFor('admin') };
  const headers = new Map<OperationId, Record<string, string>>();
  for (const { id, who, internal } of operationList) {
    if (internal) continue;
    const audience = audienceOf(who);
    const token = spending.includes(id) ? await tokenFor(audience) : tokens[audience];
    headers.set(id, { Connection: 'close', ...(who !== 'anyone' && { Authorization: `Bearer ${token}` }) });
  }
  return headers;
}
