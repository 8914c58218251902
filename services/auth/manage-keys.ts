/**
 * A command: `node services/auth/manage-keys.ts list | retire [kid] | reseal` with the service's environment; `reseal` also with
 * SIGNING_KEY_SECRET_OLD, or SIGNING_KEY_SECRET_OLD_FILE. Its exit code is 1 when nothing was done.
 */
import { exitOnConfigError, printAnswer, withDb } from '@tma/kit';
import { loadKeysConfig } from './config.ts';
import { manageKeys } from './keys/manage.ts';
import { resealFactors } from './staff/factor/reseal.ts';

const { DATABASE_URL, SIGNING_KEY_SECRET, SIGNING_KEY_SECRET_OLD } = exitOnConfigError(loadKeysConfig);
const secrets = { secret: SIGNING_KEY_SECRET, oldSecret: SIGNING_KEY_SECRET_OLD, resealMore: resealFactors };
await printAnswer(withDb('auth', DATABASE_URL, (pool) => manageKeys(pool, secrets, process.argv.slice(2))));
