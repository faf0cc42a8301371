import type { Effect } from '@contract/comparison';
import { unshownText } from '@rules/outcomes/answer';
import { shorten } from '@rules/spec/shorten';
import { bandOf, type IntervalScale, intervalScale } from '@/features/compare/outcomes/interval-scale';
import { unbroken } from '@/ui/unbroken';
import type { PreviewAnswer } from '../share-preview';
import { ANSWER_INKS, INK } from './ink';

const SHOWN = 3;
const WIDTH = 540;
/** Between the labels of its axis, which are larger than those of a page. */
const LABEL_ROOM = 84;

/** A word, a difference and its interval for each side, all intervals on one axis. */
export function Answers({ answers }: { answers: PreviewAnswer[] }) {
  const shown = answers.slice(0, SHOWN);
  const scale = intervalScale(
    shown.map(({ effect }) => effect),
    WIDTH,
    LABEL_ROOM,
  );
  const height = shown.length < 3 ? 124 : 96;
  const more = answers.length - shown.length;
  return (
    <div style={{ display: 'flex', flexDirection: 'column' }}>
      {shown.map((answer) => (
        <Row key={answer.side} answer={answer} alone={answers.length === 1} scale={scale} height={height} />
      ))}
      {scale && <Axis scale={scale} />}
      {more > 0 && <div style={{ display: 'flex', fontSize: 24, color: INK.muted }}>{`and ${more} more`}</div>}
    </div>
  );
}

interface RowProps {
  answer: PreviewAnswer;
  alone: boolean;
  scale: IntervalScale | null;
  height: number;
}

function Row({ answer, alone, scale, height }: RowProps) {
  const { kind, word, change, metric, where, basis, side, effect } = answer;
  const unclear = kind === 'unclear';
  // What leads is the answer: without one a difference in large figures would be taken for it.
  const ofWord = alone ? (unclear ? 56 : 40) : unclear ? 36 : 30;
  return (
    <div style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', height }}>
      <div style={{ display: 'flex', flexDirection: 'column', width: 520 }}>
        <div style={{ display: 'flex', alignItems: 'baseline' }}>
          <span style={{ fontSize: ofWord, fontWeight: 600, whiteSpace: 'nowrap', color: ANSWER_INKS[kind] }}>
            {word.toUpperCase()}
          </span>
          {!unclear && (
            <span style={{ marginLeft: 18, fontSize: alone ? 48 : 36, fontWeight: 600, whiteSpace: 'nowrap' }}>
              {change ?? '–'}
            </span>
          )}
        </div>
        <div style={{ display: 'flex', fontSize: 24, color: INK.muted }}>
          {unbroken(
            shorten(
              alone ? `${[metric, where].filter(Boolean).join(' ')}, ${basis}` : `${side}, ${metric}: ${basis}`,
              60,
            ),
          )}
        </div>
        {unclear && change && alone && (
          <div style={{ display: 'flex', fontSize: 24, color: INK.muted }}>{unshownText(change)}</div>
        )}
      </div>
      {scale && effect ? <Interval effect={effect} scale={scale} height={height} ink={ANSWER_INKS[kind]} /> : null}
    </div>
  );
}

interface IntervalProps {
  effect: Effect;
  scale: IntervalScale;
  height: number;
  ink: string;
}

function Interval({ effect, scale: { x, width }, height, ink }: IntervalProps) {
  const { low, high, ratio } = effect;
  const band = 1 + bandOf(effect) / 100;
  const y = height / 2;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect x={x(1 / band)} y="0" width={x(band) - x(1 / band)} height={height} fill={INK.shade} />
      <path d={`M${x(1)} 0V${height}`} stroke={INK.muted} strokeWidth="2" />
      {low !== null && high !== null ? (
        <path
          d={`M${x(low)} ${y}H${x(high)}M${x(low)} ${y - 14}V${y + 14}M${x(high)} ${y - 14}V${y + 14}`}
          stroke={ink}
          strokeWidth="5"
        />
      ) : null}
      <circle cx={x(ratio)} cy={y} r="11" fill={low === null ? INK.ground : ink} stroke={ink} strokeWidth="4" />
    </svg>
  );
}

function Axis({ scale }: { scale: IntervalScale }) {
  return (
    <div style={{ display: 'flex', position: 'relative', alignSelf: 'flex-end', width: scale.width, height: 36 }}>
      {scale.ticks.map(({ x, label }) => (
        <span
          key={label}
          style={{
            position: 'absolute',
            left: x - 50,
            width: 100,
            justifyContent: 'center',
            fontSize: 20,
            color: INK.muted,
          }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}
