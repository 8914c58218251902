import { addMetrics, createApp, createLog, listen, orExit } from '@tma/kit';
import { buildApp } from './app.ts';
import { config as readConfig } from './config.ts';

const config = orExit(readConfig);
const log = createLog('gateway', config.LOG_LEVEL);
const app = await buildApp(config, log);
const inside = createApp(log);
addMetrics(app, 'gateway', inside);
const at = { host: config.HOST, port: config.METRICS_PORT, reusePort: config.REUSE_PORT };
if (at.port) await inside.listen(at);
await listen(app, config, () => inside.close());
