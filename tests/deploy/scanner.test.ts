/** The scanner of compose's profile `scan`, by its own settings; where there is Debian's clamd, or it can be installed. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { freePorts } from '../../infra/processes/ports.ts';
import { eicar, missingClamd, startClamd } from '../../services/files/testing/clamd.ts';
import { clamdAddress, scanWithClamd } from '../../services/files/uploads/scanning/clamd.ts';

const missing = await missingClamd();

async function* pieces(...contents: string[]) {
  for (const content of contents) yield Buffer.from(content);
}

it.skipIf(missing !== null)(
  `finds a virus, and takes a file of 30 MB, with the settings of compose${missing ? ` (${missing})` : ''}`,
  async () => {
    const settings = (await readFile('infra/compose/clamd.conf', 'utf8'))
      .split('\n')
      .filter((line) => !/^(#|User|DatabaseDirectory|LocalSocket|TCPSocket)/.test(line));
    const { scan } = await freePorts(['scan']);
    const clamd = await startClamd([...settings, 'TCPAddr 127.0.0.1', `TCPSocket ${scan}`]);
    try {
      const address = clamdAddress(`clamd://127.0.0.1:${scan}`);
      expect(await scanWithClamd(address, pieces(eicar))).toMatch(/Eicar-Test/);
      const megabyte = 'a paper '.repeat(2 ** 17);
      expect(await scanWithClamd(address, pieces(...Array<string>(30).fill(megabyte)))).toBeNull();
    } finally {
      await clamd.stop();
    }
  },
);
