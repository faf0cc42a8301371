'use client';

import type { ShownResult } from '@contract/comparison';
import { plural } from '@rules/words/numbers';
import { rowText } from '@/features/compare/outcomes/row-text';
import { confidenceText } from '@/lib/verdict-words';
import { DataTable } from '@/ui/data-table';
import { Fold } from '@/ui/fold';
import { ValidityChip } from '@/ui/verdict-chips';
import { SideName } from './side-name';
import { judgedRows, type SideWall, sideWalls } from './side-walls';

/** What limited each side, step by step: a difference between two walls is no difference of the server. */
export function WallsPanel({ comparison }: { comparison: ShownResult }) {
  const rows = judgedRows(comparison);
  if (comparison.sides.length === 0 || rows.length === 0) return null;
  const moved = rows.filter((row) => sideWalls(comparison, row).some((side) => side?.moved)).length;
  return (
    <Fold
      id="bottlenecks"
      title="Bottleneck by step"
      summary={
        moved === 0 ? 'none is known to have moved' : `another than the baseline’s at ${plural(moved, 'step')} (≠)`
      }
      flush
    >
      <DataTable
        label="Bottleneck by step"
        className="first-stays"
        columns={[
          'step',
          ...comparison.sides.map(({ letters }, index) => ({
            head: <SideName key={letters} comparison={comparison} sideIndex={index} />,
            left: true,
            className: '!whitespace-normal text-ink last:w-full',
          })),
        ]}
      >
        {rows.map((row) => (
          <Row key={row} comparison={comparison} row={row} />
        ))}
      </DataTable>
    </Fold>
  );
}

function Row({ comparison, row }: { comparison: ShownResult; row: number }) {
  return (
    <tr>
      <td>
        <span className="block min-w-24 max-w-48 whitespace-normal sm:min-w-32">{rowText(comparison, row)}</span>
      </td>
      {sideWalls(comparison, row).map((side, index) => (
        <td key={comparison.sides[index]?.letters} className="left">
          {side ? <Wall side={side} /> : <span className="text-muted">not measured</span>}
        </td>
      ))}
    </tr>
  );
}

function Wall({ side: { walls, validity, runs, moved } }: { side: SideWall }) {
  return (
    <div className="grid min-w-36 max-w-72 justify-items-start gap-0.5 whitespace-normal">
      {walls.map(({ text, runs: of, verdict }, at) => (
        <span key={text} title={verdict.sentence}>
          {moved && at === 0 && (
            <span className="mr-1 font-semibold text-warn">
              <span aria-hidden>≠</span>
              <span className="sr-only">other bottleneck than the baseline:</span>
            </span>
          )}
          <span className={text === null || verdict.wall === 'unknown' ? 'text-muted' : 'font-medium'}>
            {text ?? 'none named'}
          </span>
          <span className="text-muted">
            {walls.length > 1 && `, ${of} of ${runs} runs`}
            {confidenceText(verdict) && `, ${confidenceText(verdict)}`}
          </span>
        </span>
      ))}
      {validity !== 'valid' && <ValidityChip validity={validity} />}
    </div>
  );
}
