/** A figure of the moment, as Prometheus reads it: in base units, with the unit last in its name. */
export interface Gauge {
  name: string;
  help: string;
  samples: { labels: Record<string, string>; value: number }[];
}

/** The text format 0.0.4. Gauges without a sample are left out. */
export const prometheusText = (gauges: readonly Gauge[]): string =>
  gauges
    .filter(({ samples }) => samples.length > 0)
    .map(
      ({ name, help, samples }) =>
        `# HELP ${name} ${escaped(help)}\n# TYPE ${name} gauge\n${samples
          .map(({ labels, value }) => `${name}${labelsText(labels)} ${value}\n`)
          .join('')}`,
    )
    .join('');

function labelsText(labels: Record<string, string>): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
