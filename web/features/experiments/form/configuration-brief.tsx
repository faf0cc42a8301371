import type { KeptSpec } from '@contract/spec';
import { loadText } from '@rules/spec/load-words';
import { mixText, targetText } from '@rules/spec/target-words';
import { apartOf } from '@/features/draft/run-facts';
import { askedChips } from '@/lib/setting-chips';

/** A configuration in two lines. */
export function ConfigurationBrief({ spec, labelOf }: { spec: KeptSpec; labelOf: (hostId: string) => string }) {
  const chips = askedChips(spec);
  const clients = spec.clients.map(({ hostId }) => labelOf(hostId)).join(', ');
  const server = spec.server ? labelOf(spec.server.hostId) : null;
  const where = server === null ? `from ${clients}` : apartOf(spec).length === 0 ? server : `${clients} → ${server}`;
  const services = spec.backend ? `, services on ${labelOf(spec.backend.hostId)}` : '';
  return (
    <p className="text-xs text-muted [overflow-wrap:anywhere]">
      {mixText(spec.requests)}, {targetText(spec.target)} · {spec.load.tool}, {loadText(spec.load)} · {where}
      {services}
      {chips.length > 0 && ` · ${chips.map(({ short }) => short).join(', ')}`}
    </p>
  );
}
