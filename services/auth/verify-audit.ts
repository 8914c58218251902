/**
 * A command: `node services/auth/verify-audit.ts verify [url]` with the service's environment; of the portal at the address, whose signed
 * log says where the audit log ended. Its exit code is 1 when the audit log was changed, or the portal does not say.
 */
import { exitOnConfigError, printAnswer, withDb } from '@tma/kit';
import { signedEnd, verifyLog } from './audit/verify.ts';
import { loadAdminsConfig } from './config.ts';

const { DATABASE_URL } = exitOnConfigError(loadAdminsConfig);
const [, url] = process.argv.slice(2);

const verify = withDb('auth', DATABASE_URL, async (pool) => {
  const signed = url ? await signedEnd(url) : null;
  const count = await verifyLog(pool, signed);
  const also = signed ? `, the first ${signed.seq} as they were signed on ${signed.day}` : '';
  return `${count} ${count === 1 ? 'entry is' : 'entries are'} as written${also}.`;
});
await printAnswer(verify);
