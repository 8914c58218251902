/** Reports that wait are sent here as well, also where no page is open (docs/decisions/047-the-portal-opens-offline.md). */
import { sendFromWorker, syncTag } from '@tma/web/queue/in-worker';
import { scope } from './scope.ts';

scope.addEventListener('sync', (event) => {
  if (event.tag === syncTag) event.waitUntil(sendFromWorker(scope.clients));
});
