/** One line of Prometheus' text format. */
export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g;
const escapes: Record<string, string> = { '\\n': '\n', '\\"': '"', '\\\\': '\\' };

/** Parses what `/metrics` answers (prometheus.io, "Exposition formats"); comments and lines that do not parse are left out. */
export function readExposition(text: string): Sample[] {
  return text.split('\n').flatMap((row) => {
    const [, name, labels = '', value = ''] = line.exec(row) ?? [];
    return name ? [{ name, labels: readLabels(labels), value: numberOf(value) }] : [];
  });
}

const readLabels = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(label)].map(([, name = '', value = '']) => [
      name,
      value.replace(/\\[n"\\]/g, (pair) => escapes[pair] ?? pair),
    ]),
  );

/** A number as the format writes it, `+Inf` included. */
export const numberOf = (text: string) =>
  text.endsWith('Inf') ? Number(text.replace('Inf', 'Infinity')) : Number(text);
