/** `npm run build`: builds each frontend whose sources changed. */
import { buildFrontends } from '../build/frontends.ts';
import { runCommand } from '../command.ts';

await runCommand(async () => {
  const built = await buildFrontends((name) => process.stdout.write(`Building ${name}\n`));
  process.stdout.write(built.length > 0 ? `Built: ${built.join(', ')}\n` : 'Everything is up to date.\n');
});
