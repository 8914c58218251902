import { createApp } from '@tma/kit/http/app';
import { createLog, exitOnConfigError, listen } from '@tma/kit/process';
import { startTracing } from '@tma/kit/tracing/index';
import { buildApp } from './app.ts';
import { loadConfig } from './config.ts';

const config = exitOnConfigError(loadConfig);
const log = createLog('gateway', config.LOG_LEVEL);
const stopTracing = await startTracing('gateway', config, log);
const inside = createApp(log);
const app = await buildApp(config, log, inside);
const metricsAt = { host: config.HOST, port: config.METRICS_PORT, reusePort: config.REUSE_PORT };
if (metricsAt.port) await inside.listen(metricsAt);
await listen(app, config, async () => {
  await inside.close();
  await stopTracing();
});
