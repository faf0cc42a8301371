import type { RunStep } from '@contract/step';
import type { EvidenceRow } from '@contract/verdict';
import { type CpuPart, cpuParts, cpuPartsText } from '@rules/verdict/cpu-parts';
import { isBeyondCeiling } from '@rules/verdict/pressing';
import { classNames } from '@/ui/class-names';
import { unbroken } from '@/ui/unbroken';
import { barOf, barSentence, type EvidenceBar, FULLNESS_WORDS } from './evidence-bar';

const INKS = { server: 'var(--server)', client: 'var(--client)', backend: 'var(--muted)' } as const;

export const inkOf = ({ side }: EvidenceRow): string => (side === null ? 'var(--muted)' : INKS[side]);

/** One resource: its name, a bar up to its ceiling, and the figures with where they come from. */
export function EvidenceRowView({ row, step }: { row: EvidenceRow; step: Pick<RunStep, 'evidence'> }) {
  const bar = barOf(row);
  const parts = cpuParts(row, step);
  return (
    <div className="grid gap-x-4 gap-y-1 sm:col-span-3 sm:grid-cols-subgrid">
      <dt className="text-sm [overflow-wrap:anywhere]">{row.label}</dt>
      <dd className="min-w-0 pt-[5px] max-sm:order-3" aria-hidden>
        <Meter bar={bar} ink={inkOf(row)} parts={parts} />
      </dd>
      <dd className="min-w-0 text-sm">
        <span className="sr-only">{barSentence(row)}. </span>
        {bar.used === null && bar.percent === null ? (
          <span className="text-muted">{unbroken(row.source || 'not measured')}</span>
        ) : (
          <>
            <Figures bar={bar} beyond={isBeyondCeiling(row)} />
            <CpuParts parts={parts} />
            {row.source !== '' && (
              <span className="block text-xs text-muted [overflow-wrap:anywhere]">{unbroken(row.source)}</span>
            )}
          </>
        )}
      </dd>
    </div>
  );
}

function Figures({ bar: { percent, used, fullness }, beyond }: { bar: EvidenceBar; beyond: boolean }) {
  return (
    <>
      {percent && (
        <span className={classNames('font-semibold', (fullness === 'full' || beyond) && 'text-bad')}>{percent}</span>
      )}
      {used && <span className={percent ? 'ml-1.5 text-muted' : 'font-semibold'}>{used}</span>}
      {fullness !== null && fullness !== 'below' && (
        <span
          className={classNames(
            'ml-1.5 whitespace-nowrap rounded-full px-1.5 text-xs font-medium',
            fullness === 'full' ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn',
          )}
        >
          {FULLNESS_WORDS[fullness]}
        </span>
      )}
    </>
  );
}

/** Hatched: nobody is known to have used it. */
const PART_INKS: Record<CpuPart['of'], string> = {
  target: 'var(--server)',
  tool: 'var(--client)',
  services: 'var(--accent)',
  others: 'var(--bad)',
  unnamed: 'repeating-linear-gradient(135deg, var(--muted) 0 2px, transparent 2px 4px)',
};

/** Who used the CPUs, each with the mark that it has in the bar; nothing where they are not told apart. */
export function CpuParts({ parts }: { parts: CpuPart[] }) {
  if (parts.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-muted">
      {parts.map((part) => (
        <span key={part.of} className="inline-flex items-center gap-1.5">
          <span
            aria-hidden
            className="size-2 shrink-0 rounded-[2px] border border-line-strong"
            style={{ background: PART_INKS[part.of] }}
          />
          <span>{cpuPartsText([part])}</span>
        </span>
      ))}
    </span>
  );
}

interface MeterProps {
  bar: EvidenceBar;
  ink: string;
  parts?: CpuPart[];
}

/** Solid up to what is certain, hatched up to what may be, a stroke where it counts as full. */
export function Meter({ bar: { low, high, mark }, ink, parts = [] }: MeterProps) {
  if (low === null || high === null) return null;
  return (
    <div className="relative h-2.5 rounded-[3px] bg-raised shadow-[inset_0_0_0_1px_var(--line)]">
      {parts.length === 0 ? (
        <span
          className="absolute inset-y-0 left-0 rounded-l-[3px]"
          style={{ width: `${low}%`, minWidth: high > 0 ? 2 : 0, background: ink }}
        />
      ) : (
        <span className="absolute inset-y-0 left-0 flex w-full overflow-hidden rounded-[3px]">
          {parts.map((part) => (
            <span
              key={part.of}
              className="h-full shrink-0 border-r border-panel"
              style={{ width: `${part.percent}%`, background: PART_INKS[part.of] }}
            />
          ))}
        </span>
      )}
      {high > low && (
        <span
          className="absolute inset-y-0"
          style={{
            left: `${low}%`,
            width: `${high - low}%`,
            background: `repeating-linear-gradient(135deg, ${ink} 0 2px, transparent 2px 5px)`,
          }}
        />
      )}
      {mark !== null && <span className="absolute -inset-y-1 w-px bg-ink" style={{ left: `${mark}%` }} />}
    </div>
  );
}
