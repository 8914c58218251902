/** `npm run check`: format, lint and types. */
import { printChecks } from '../verify/checks.ts';

process.exitCode = printChecks().failed > 0 ? 1 : 0;
