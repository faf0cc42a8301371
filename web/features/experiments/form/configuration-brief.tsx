import type { RunSpec } from '@contract/spec';
import { apartOf } from '@/features/draft/run-facts';
import { loadText, mixText, targetText } from '@/lib/load-text';
import { askedChips } from '@/lib/setting-words';

/** A configuration in two lines. */
export function ConfigurationBrief({ spec, labelOf }: { spec: RunSpec; labelOf: (hostId: string) => string }) {
  const chips = askedChips(spec);
  const clients = spec.clients.map(({ hostId }) => labelOf(hostId)).join(', ');
  const where =
    apartOf(spec).length === 0 ? labelOf(spec.server.hostId) : `${clients} → ${labelOf(spec.server.hostId)}`;
  return (
    <p className="text-xs text-muted [overflow-wrap:anywhere]">
      {mixText(spec.requests)}, {targetText(spec.target)} · {spec.load.tool}, {loadText(spec.load)} · {where}
      {chips.length > 0 && ` · ${chips.map(({ short }) => short).join(', ')}`}
    </p>
  );
}
