'use client';

import type { BisectedRevision, Bisection } from '@contract/bisection';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { isBetter } from '@rules/statistics/better-word';
import { plural } from '@rules/words/numbers';
import Link from 'next/link';
import { type KeyboardEvent, useState } from 'react';
import { useElementWidth } from '@/ui/browser/element-width';
import { revisionName } from '../revision-name';
import { foundRevision, inkOf, revisionText } from './verdict-looks';

const HEIGHT = 44;
const WIDEST = 26;
/** Where marks stand: as after the change, unknown, and as before it; turned over where the figure fell. */
const LEVELS = { bad: 10, unknown: 22, good: 34 };

/** Every commit of a search, from the good end to the bad one: a step once both sides are known. The line below says which is pointed at. */
export function RevisionStrip({ bisection }: { bisection: Bisection }) {
  const { revisions, direction, metric } = bisection;
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const [marked, setMarked] = useState<string | null>(null);
  const at = revisions.findIndex(({ revision }) => revision === marked);
  const told = revisions[at] ?? foundRevision(bisection);
  const room = Math.min(WIDEST, width / Math.max(1, revisions.length));
  const mark = (place: number): void =>
    setMarked(revisions[Math.max(0, Math.min(revisions.length - 1, place))]?.revision ?? null);
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const from = at === -1 ? (told ? revisions.indexOf(told) : -1) : at;
    const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: revisions.length - 1 }[event.key];
    if (to === undefined) return;
    mark(to);
    event.preventDefault();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <div
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label={`${plural(revisions.length, 'commit')}, the oldest first. Arrow keys go from commit to commit.`}
        aria-valuemin={1}
        aria-valuemax={revisions.length}
        aria-valuenow={(told ? revisions.indexOf(told) : 0) + 1}
        aria-valuetext={told ? `${revisionName(told.revision)}: ${revisionText(told, revisions)}` : 'no commit chosen'}
        className="cursor-default rounded-[4px]"
        style={{ height: HEIGHT }}
        onKeyDown={press}
        onPointerMove={({ clientX, currentTarget }) =>
          mark(Math.floor((clientX - currentTarget.getBoundingClientRect().left) / Math.max(1, room)))
        }
        onPointerDown={({ clientX, currentTarget }) =>
          mark(Math.floor((clientX - currentTarget.getBoundingClientRect().left) / Math.max(1, room)))
        }
      >
        {width > 0 && (
          <svg width={width} height={HEIGHT} aria-hidden className="block">
            {told && (
              <rect x={revisions.indexOf(told) * room} width={room} height={HEIGHT} rx="3" fill="var(--accent-soft)" />
            )}
            {revisions.map((one, place) => (
              <Commit
                key={one.revision}
                commit={one}
                // Each experiment measures the good end as well.
                measured={one.experimentIds.length > 0 || (place === 0 && one.verdict === 'good')}
                x={place * room}
                room={room}
                turned={direction === 'lower'}
                better={isBetter(METRIC_WORDS[metric].quantity, direction)}
              />
            ))}
          </svg>
        )}
      </div>
      <Told told={told} revisions={revisions} />
    </div>
  );
}

interface CommitProps {
  commit: BisectedRevision;
  /** Itself: filled. */
  measured: boolean;
  x: number;
  room: number;
  turned: boolean;
  /** It changed for the better. */
  better: boolean;
}

function Commit({ commit: { verdict }, measured, x, room, turned, better }: CommitProps) {
  const ink = inkOf(verdict, better);
  const gap = room > 6 ? 2 : 0.5;
  const wide = Math.max(1, room - 2 * gap);
  if (verdict === 'not-buildable') {
    const [middle, half] = [x + room / 2, Math.min(4, wide / 2)];
    return (
      <path
        d={`M${middle - half} ${HEIGHT / 2 - half}l${2 * half} ${2 * half}m0 ${-2 * half}l${-2 * half} ${2 * half}`}
        stroke={ink}
        strokeWidth="1.5"
      />
    );
  }
  const level = LEVELS[verdict];
  return (
    <rect
      x={x + gap}
      y={(turned ? HEIGHT - level : level) - 4}
      width={wide}
      height={8}
      rx={Math.min(2, wide / 3)}
      fill={measured ? ink : 'none'}
      stroke={ink}
      strokeWidth={room > 6 ? 1.5 : 0.75}
    />
  );
}

interface ToldProps {
  told: BisectedRevision | null;
  revisions: BisectedRevision[];
}

function Told({ told, revisions }: ToldProps) {
  if (!told)
    return (
      <p className="min-h-5 text-xs text-muted">
        Filled: measured itself. On two levels: as before the change, and as after it. Point at a commit to read it.
      </p>
    );
  return (
    <p className="min-h-5 text-xs [overflow-wrap:anywhere]" aria-live="polite">
      <span className="font-medium" title={told.revision}>
        {revisionName(told.revision)}
      </span>
      {told.subject && ` ‘${told.subject}’`}: {revisionText(told, revisions)}
      {told.experimentIds.map((id, at) => (
        <span key={id}>
          {' · '}
          <Link href={`/experiments/${id}`} className="text-accent hover:underline">
            {told.experimentIds.length === 1 ? 'its experiment' : `experiment ${at + 1}`}
          </Link>
        </span>
      ))}
    </p>
  );
}
