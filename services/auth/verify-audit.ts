/**
 * A command: `node services/auth/verify-audit.ts verify [url]` with the service's environment; of the portal at the address, whose signed
 * log says where the audit log ended. Its exit code is 1 when the audit log was changed, or the portal does not say.
 */
import { exitOnConfigError, printAnswer, withDb } from '@tma/kit';
import { verifyAudit } from './audit/verify.ts';
import { loadAdminsConfig } from './config.ts';

const { DATABASE_URL } = exitOnConfigError(loadAdminsConfig);
await printAnswer(withDb('auth', DATABASE_URL, (pool) => verifyAudit(pool, process.argv.slice(2))));
