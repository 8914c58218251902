import { addMetrics, createLog, listen, orExit } from '@tma/kit';
import { buildApp } from './app.ts';
import { config as readConfig } from './config.ts';

const config = orExit(readConfig);
const app = await buildApp(config, createLog('gateway', config.LOG_LEVEL));
addMetrics(app, 'gateway');
await listen(app, config, async () => {});
