import type { EvidenceRow } from '@contract/verdict';
import { classNames } from '@/ui/class-names';
import { barOf, barSentence, type EvidenceBar, FULLNESS_WORDS } from './evidence-bar';

const INKS = { server: 'var(--server)', client: 'var(--client)', backend: 'var(--muted)' } as const;

export const inkOf = ({ side }: EvidenceRow): string => (side === null ? 'var(--muted)' : INKS[side]);

/** One resource: its name, a bar up to its ceiling, and the figures with where they come from. */
export function EvidenceRowView({ row }: { row: EvidenceRow }) {
  const bar = barOf(row);
  return (
    <div className="grid gap-x-4 gap-y-1 sm:col-span-3 sm:grid-cols-subgrid">
      <dt className="text-sm [overflow-wrap:anywhere]">{row.label}</dt>
      <dd className="min-w-0 pt-[5px] max-sm:order-3" aria-hidden>
        <Meter bar={bar} ink={inkOf(row)} />
      </dd>
      <dd className="min-w-0 text-sm">
        <span className="sr-only">{barSentence(row)}. </span>
        {bar.used === null && bar.percent === null ? (
          <span className="text-muted">{row.source || 'not measured'}</span>
        ) : (
          <>
            <Figures bar={bar} beyond={(row.percentLow ?? 0) > 100} />
            {row.source !== '' && (
              <span className="block text-xs text-muted [overflow-wrap:anywhere]">{row.source}</span>
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

/** Solid up to what is certain, hatched up to what may be, a stroke where it counts as full. */
export function Meter({ bar: { low, high, mark }, ink }: { bar: EvidenceBar; ink: string }) {
  if (low === null || high === null) return null;
  return (
    <div className="relative h-2.5 rounded-[3px] bg-raised shadow-[inset_0_0_0_1px_var(--line)]">
      <span
        className="absolute inset-y-0 left-0 rounded-l-[3px]"
        style={{ width: `${low}%`, minWidth: high > 0 ? 2 : 0, background: ink }}
      />
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
