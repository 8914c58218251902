import { expect, it } from 'vitest';
import { readFigures } from './figures.ts';

const metrics = `# HELP tma_operation_seconds How long answering took
# TYPE tma_operation_seconds histogram
tma_operation_seconds_bucket{le="0.1",operation="a",status="200",service="notify"} 90
tma_operation_seconds_bucket{le="0.25",operation="a",status="200",service="notify"} 94
tma_operation_seconds_bucket{le="+Inf",operation="a",status="200",service="notify"} 94
tma_operation_seconds_count{operation="a",status="200",service="notify"} 94
tma_operation_seconds_bucket{le="0.1",operation="b",status="503",service="notify"} 0
tma_operation_seconds_bucket{le="0.25",operation="b",status="503",service="notify"} 5
tma_operation_seconds_bucket{le="+Inf",operation="b",status="503",service="notify"} 6
tma_operation_seconds_count{operation="b",status="503",service="notify"} 6
process_start_time_seconds{service="notify"} 1795260485
tma_build_info{version="1.0.0",service="notify"} 1
nodejs_version_info{version="v24.21.0",major="24",service="notify"} 1
tma_outbox_backlog{service="notify"} 3
tma_outbox_oldest_seconds{service="notify"} 12.5
tma_consumer_lag{topic="tma.reports.v1",service="notify"} 7
tma_dead_letters{service="notify"} 1
tma_db_connections{state="busy",service="notify"} 10
tma_db_connections{state="waiting",service="notify"} 4
tma_mails{state="sent",service="notify"} 20
tma_mails{state="failed",service="notify"} 1
tma_mails_newest_timestamp_seconds{state="sent",service="notify"} 1795260500.5
tma_sms{state="sent",service="notify"} 7
tma_sms_segments{service="notify"} 12
tma_sms_receipts{state="delivered",service="notify"} 6
tma_sms_receipts{state="failed",service="notify"} 1
tma_sms_last_receipt_timestamp_seconds{service="notify"} 1795260485
`;

it('figures are read from metrics', () => {
  expect(readFigures(metrics)).toEqual({
    version: '1.0.0',
    node: 'v24.21.0',
    startedAt: new Date(1_795_260_485_000),
    eventLoopSeconds: null,
    calls: { count: 100, failed: 6, p95Seconds: 0.25 },
    outbox: { backlog: 3, oldestSeconds: 12.5 },
    lag: [{ topic: 'tma.reports.v1', events: 7 }],
    deadLetters: 1,
    poolWaiting: 4,
    sms: {
      byState: [{ state: 'sent', count: 7 }],
      segments: 12,
      failedReceipts: 1,
      lastReceipt: new Date(1_795_260_485_000),
    },
    mails: [
      { state: 'sent', count: 20, newest: new Date(1_795_260_500_500) },
      { state: 'failed', count: 1, newest: null },
    ],
  });
});

it('what the metrics do not have is null, not zero', () => {
  expect(readFigures('# nothing\n')).toEqual({
    version: null,
    node: null,
    startedAt: null,
    eventLoopSeconds: null,
    calls: { count: 0, failed: 0, p95Seconds: null },
    outbox: null,
    lag: [],
    deadLetters: null,
    poolWaiting: null,
    sms: null,
    mails: [],
  });
});
