import { startService } from '@tma/kit';
import { loadConfig } from './config.ts';
import { plan } from './plan.ts';

await startService(loadConfig, plan);
