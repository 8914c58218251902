import { expect, it } from 'vitest';
import { run } from './run-program.ts';

it('letters whose bytes a program prints one after the other are whole', async () => {
  const script = `process.stdout.write(Buffer.of(0xd9)); setTimeout(() => process.stdout.write(Buffer.of(0x85)), 200);`;
  expect(await run(process.execPath, ['-e', script])).toEqual({ code: 0, output: 'م' });
});
