import { startService } from '@tma/kit';
import { config } from './config.ts';
import { authPlan } from './plan.ts';

await startService(config, authPlan());
