import { createApp, createLog, exitOnConfigError, listen, startTracing } from '@tma/kit';
import { buildApp } from './app.ts';
import { config as readConfig } from './config.ts';

const config = exitOnConfigError(readConfig);
const log = createLog('gateway', config.LOG_LEVEL);
const stopTracing = await startTracing('gateway', config, log);
const inside = createApp(log);
const app = await buildApp(config, log, inside);
const at = { host: config.HOST, port: config.METRICS_PORT, reusePort: config.REUSE_PORT };
if (at.port) await inside.listen(at);
await listen(app, config, async () => {
  await inside.close();
  await stopTracing();
});
