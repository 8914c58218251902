/** Whatever Open311 is asked, by its description, is answered as that says, in JSON and in XML; and what is not allowed is refused. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jurisdictionOf } from '@tma/contracts';
import { expect, inject, it } from 'vitest';
import { newTehsil } from '../../testing/admins.ts';
import { call } from '../../testing/calls.ts';
import { testConfig } from '../../testing/config.ts';
import { openAddressProxy } from '../../testing/guards/address-proxy.ts';
import { installFuzzer, runFuzzer } from '../../testing/guards/fuzzer.ts';
import { describeOpen311, type Known } from '../../testing/open311/description.ts';

const portal = inject('portal');
const hooks = fileURLToPath(new URL('../../testing/open311/answers.py', import.meta.url));

/** A tehsil with a key, and a report that another system brought. */
async function newKnown(): Promise<Known> {
  const { tehsil, office } = await newTehsil(portal);
  const json = { name: 'City app', mayOmitMedia: true, perDay: 100_000 };
  const { key } = await call<{ key: string }>(portal, '/api/keys', { token: office, json });
  const fields = { api_key: key, service_code: 'street-lights', description: 'Dark.', address_string: 'Bank Road' };
  const body = new URLSearchParams(fields);
  const answer = await fetch(`${portal.portal}/open311/v2/requests.json`, { method: 'POST', body });
  const [{ service_request_id: reference }] = (await answer.json()) as [{ service_request_id: string }];
  return { jurisdiction: jurisdictionOf(tehsil), key, reference };
}

/** Each call has a connection, and so an address, of its own. */
const headers = 'headers = { Connection = "close" }';
const checks = {
  // There may be no report of a reference.
  positive: 'checks.positive_data_acceptance.expected-statuses = ["2xx", 404, 429]',
  negative: 'checks.positive_data_acceptance.enabled = false',
};

it.for(['positive', 'negative'] as const)(
  'what is %s by its description',
  { timeout: 600_000 },
  async (mode, { skip }) => {
    const fuzzer = await installFuzzer();
    if ('missing' in fuzzer) return skip(fuzzer.missing);
    const folder = await mkdtemp(join(tmpdir(), 'tma-open311-'));
    const proxy = await openAddressProxy(portal.portal);
    try {
      const description = join(folder, 'open311.json');
      await writeFile(description, JSON.stringify(await describeOpen311(proxy.url, await newKnown(), mode)));
      const found = await runFuzzer(fuzzer.command, {
        ...{
          folder,
          url: proxy.url,
          description,
          hooks,
          config: `${headers}\n${checks[mode]}`,
          examples: testConfig.fuzzExamples,
        },
        options: { '--phases': 'coverage,fuzzing', '--mode': mode },
      });
      expect([...found.failures, ...found.errors], found.output.slice(-20_000)).toEqual([]);
      expect(found.operations).toMatchObject({ selected: 16, tested: 16 });
    } finally {
      proxy.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
