/** The alerts and the dashboard as data, for the tests that compare them with the portal's metrics. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; action: string; runbook_url: string };
}
interface Panel {
  id: number;
  type: string;
  title: string;
  description?: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}

const text = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

export const alerts = (parse(text('./alerts.yaml')) as { groups: { rules: Alert[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);

export const dashboard = JSON.parse(text('./dashboard.json')) as { panels: Panel[] };

/** Every metric that an alert or a panel reads. */
export const askedMetrics: readonly string[] = [
  ...new Set(
    [...alerts, ...dashboard.panels.flatMap(({ targets }) => targets ?? [])].flatMap(
      ({ expr }) => expr.match(/\b(tma|nodejs|process|node)_\w+/g) ?? [],
    ),
  ),
].sort();
