/** Checks reports beside the page, which stays at hand. */
import { checkReport } from './check-report.ts';

addEventListener('message', ({ data }: MessageEvent<string>) => {
  checkReport(data).then(
    (outcome) => postMessage(outcome),
    () => postMessage({ state: 'unreachable' }),
  );
});
