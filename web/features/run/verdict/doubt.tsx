import type { Finding } from '@contract/verdict';
import { TriangleAlert } from 'lucide-react';
import { worstSeverity } from './findings';
import { FINDINGS_ID } from './findings-panel';

/** Says at a figure that something is wrong with it, and leads to what. */
export function Doubt({ findings }: { findings: Finding[] }) {
  const severity = worstSeverity(findings);
  if (!severity) return null;
  const first = findings.find((finding) => finding.severity === severity);
  return (
    <a
      href={`#${FINDINGS_ID}`}
      title={first?.sentence}
      className={`inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2 text-xs font-medium underline-offset-2 hover:underline ${severity === 'invalid' ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn'}`}
    >
      <TriangleAlert aria-hidden className="size-3" />
      {severity}
    </a>
  );
}
