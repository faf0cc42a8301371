import type { ShownResult } from '@contract/comparison';
import { SideName } from '@/features/compare/side-name';
import { type SideWall, sharesText, sideWalls } from '@/features/compare/side-walls';
import { ValidityChip, VerdictChip } from '@/ui/verdict-chips';

/** What limited each side in the step that the answer is of. */
export function Limits({ comparison, row }: { comparison: ShownResult; row: number }) {
  const walls = sideWalls(comparison, row);
  if (walls.every((side) => side === null)) return null;
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted">Limited by</p>
      <ul className="mt-0.5 grid gap-0.5 text-sm">
        {walls.map((side, index) => (
          <li key={comparison.sides[index]?.letters} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <SideName comparison={comparison} sideIndex={index} lettersOnly />
            {side ? (
              <>
                {side.moved && (
                  <span className="text-warn" title="Another limit than that of the baseline">
                    ≠
                  </span>
                )}
                {side.walls[0] && <Limit {...side.walls[0]} side={side} />}
                {side.walls.length > 1 && <span className="text-xs text-muted">{sharesText(side)}</span>}
              </>
            ) : (
              <span className="text-muted">not measured</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A chip has no room for what is suspected of an unknown limit. */
function Limit({ verdict, text, side }: SideWall['walls'][number] & { side: SideWall }) {
  const { validity } = side;
  if (verdict.wall !== 'unknown') return <VerdictChip verdict={{ ...verdict, validity }} whole />;
  return (
    <>
      <ValidityChip validity={validity} />
      <span className="min-w-0 text-muted">{text}</span>
    </>
  );
}
