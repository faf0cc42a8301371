import { VALIDITIES } from '@contract/choices';
import type { Validity } from '@contract/verdict';
import type { Judged } from '@rules/verdict/words';
import { Chip } from '@/ui/chip';
import { Marked } from '@/ui/mark';
import { SideLetter, SideMark } from '@/ui/side-mark';
import { MAX_SIDES } from '@/ui/sides';
import { TagLabel } from '@/ui/tag-label';
import { ValidityChip, VerdictChip, WallLine, WallWords } from '@/ui/verdict-chips';
import { Line, Room, Specimen } from './specimen';

const TONES = ['plain', 'live', 'ok', 'warn', 'bad'] as const;
const MARKS = ['ok', 'warn', 'bad', 'wait', 'none'] as const;
const SIDES = Array.from({ length: MAX_SIDES }, (_, index) => index);

const judged = (validity: Validity, walls: Judged['walls']): Judged => ({
  validity,
  wall: walls.length > 1 ? 'several' : (walls[0] ?? null),
  walls,
  confidence: 'measured',
  lowerBound: walls.includes('client-cpu'),
});

const VERDICTS: Judged[] = [
  judged('valid', ['server-cpu']),
  judged('valid', ['client-cpu']),
  judged('valid', ['client-cpu', 'server-cpu']),
  judged('valid', ['offered-load']),
  judged('suspect', ['server-cpu']),
  judged('unchecked', ['unknown']),
  judged('invalid', []),
];

export function Chips() {
  return (
    <Room id="chips" title="Chips and marks">
      <Specimen of="chip">
        <Line>
          {TONES.map((tone) => (
            <Chip key={tone} tone={tone}>
              {tone}
            </Chip>
          ))}
        </Line>
      </Specimen>
      <Specimen of="verdict-chips">
        <Line>
          {VALIDITIES.map((validity) => (
            <ValidityChip key={validity} validity={validity} />
          ))}
        </Line>
        <Line>
          {VERDICTS.map((verdict) => (
            <VerdictChip key={`${verdict.validity} ${verdict.walls}`} verdict={verdict} />
          ))}
        </Line>
        <ul className="grid gap-2 text-sm sm:grid-cols-2">
          {VERDICTS.map((verdict) => (
            <li key={`${verdict.validity} ${verdict.walls}`} className="flex items-start gap-6">
              <WallWords verdict={verdict} />
              <WallLine verdict={verdict} />
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen of="mark">
        <Line>
          {MARKS.map((mark) => (
            <Marked key={mark} mark={mark}>
              {mark}
            </Marked>
          ))}
        </Line>
      </Specimen>
      <Specimen of="tag-label">
        <Line>
          <TagLabel>nightly</TagLabel>
          <TagLabel title="More of it">prefork</TagLabel>
        </Line>
      </Specimen>
      <Specimen of="side-mark">
        <Line>
          {SIDES.map((index) => (
            <SideLetter key={index} index={index} />
          ))}
        </Line>
        <Line>
          {SIDES.map((index) => (
            <SideMark key={index} index={index} line />
          ))}
        </Line>
      </Specimen>
    </Room>
  );
}
