/** Checks reports in a worker, so that the page stays responsive. */
import { checkReport } from './check-report.ts';

addEventListener('message', ({ data }: MessageEvent<string>) => {
  checkReport(data).then(
    (outcome) => postMessage(outcome),
    () => postMessage({ state: 'unreachable' }),
  );
});
