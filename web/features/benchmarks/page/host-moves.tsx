'use client';

import type { HostMove } from '@contract/benchmark';
import { plural } from '@rules/words/numbers';
import { useState } from 'react';
import { formatDate } from '@/lib/time';
import { Button } from '@/ui/button';

const FIRST = 3;

/** When the reference, one and the same build, began to read another figure; the newest first. */
export function HostMoves({ moves }: { moves: HostMove[] }) {
  const [all, setAll] = useState(false);
  if (moves.length === 0) return null;
  const newestFirst = moves.toReversed();
  return (
    <div className="mt-3 grid justify-items-start gap-2 border-t border-line pt-3">
      <ul aria-label="Moves of the hosts" className="grid gap-1 text-xs">
        {(all ? newestFirst : newestFirst.slice(0, FIRST)).map(({ beforeUs, afterUs, sentence }) => (
          <li key={afterUs} className="[overflow-wrap:anywhere]">
            <span className="text-muted">{daysText(beforeUs, afterUs)}:</span> {sentence}
          </li>
        ))}
      </ul>
      {!all && moves.length > FIRST && (
        <Button onClick={() => setAll(true)}>Show {plural(moves.length - FIRST, 'earlier move')}</Button>
      )}
    </div>
  );
}

/** It lies between the two measurements. */
function daysText(beforeUs: number, afterUs: number): string {
  const [before, after] = [formatDate(beforeUs), formatDate(afterUs)];
  return before === after ? after : `${before} to ${after}`;
}
