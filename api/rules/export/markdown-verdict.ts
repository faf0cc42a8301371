import type { Run } from '../../contract/run.ts';
import type { EvidenceRow } from '../../contract/verdict.ts';
import { figureText } from '../outcomes/figures.ts';
import { bullets, joined, plain, table } from './markdown.ts';

/** What the run is worth and what limited it, in the words of its page, with what that rests on. */
export function verdictText({ verdict, steps }: Run): string | null {
  if (!verdict) return null;
  const evidence = steps.find(({ index }) => index === verdict.stepIndex)?.verdict?.evidence ?? [];
  return joined(
    `**${plain(verdict.sentence)}**`,
    verdict.because && plain(verdict.because),
    verdict.next && `Next: ${plain(verdict.next)}`,
    table(['resource', 'side', 'used', 'of', 'in percent', 'known from'], evidence.map(evidenceCells)),
  );
}

function evidenceCells({ label, side, unit, ceiling, source, ...row }: EvidenceRow): (string | null)[] {
  const measured = (low: number | null, high: number | null, of: string): string | null => {
    if (low === null || high === null) return null;
    const [from, to] = [figureText(low), figureText(high)];
    return from === to ? `${from} ${of}` : `${from} to ${to} ${of}`;
  };
  return [
    label,
    side,
    measured(row.usedLow, row.usedHigh, unit),
    ceiling === null ? null : `${figureText(ceiling)} ${unit}`,
    measured(row.percentLow, row.percentHigh, '%'),
    source,
  ];
}

/** The weightiest first; a finding of one step names it. */
export function findingsText({ findings, hosts }: Run): string | null {
  const weight = { invalid: 0, suspect: 1, note: 2 };
  const sorted = [...findings].sort((a, b) => weight[a.severity] - weight[b.severity]);
  const where = (hostId: string | null, stepIndex: number | null): string => {
    const host = hosts.find((one) => one.hostId === hostId)?.name;
    const places = [host, stepIndex === null ? null : `step ${stepIndex + 1}`].filter(Boolean);
    return places.length === 0 ? '' : ` (${plain(places.join(', '))})`;
  };
  if (sorted.length === 0) return null;
  return bullets(
    sorted.map(
      ({ severity, hostId, stepIndex, sentence }) => `${severity}${where(hostId, stepIndex)}: ${plain(sentence)}`,
    ),
  );
}
