import { shorten } from '@rules/spec/shorten';
import { highestOf } from '@/charts/extent';
import { pathOf } from '@/charts/plot-frame';
import type { PreviewPoint, PreviewRun } from '../share-preview';
import { INK } from './ink';

const SHOWN = 3;
const INKS = { ok: INK.ok, aside: INK.text, warn: INK.warn, bad: INK.bad, plain: INK.muted } as const;

/** The best rate of a run, whether to believe it, and its curve. */
export function OneRun({ run }: { run: PreviewRun }) {
  const { rateShort, p99, where, verdict, leftOut, curve, why } = run;
  return (
    <div style={{ display: 'flex', alignItems: 'flex-end', justifyContent: 'space-between' }}>
      <div style={{ display: 'flex', flexDirection: 'column', width: 560 }}>
        <div style={{ display: 'flex', alignItems: 'baseline' }}>
          <span style={{ fontSize: 112, fontWeight: 600, letterSpacing: -4 }}>
            {`${verdict?.validity === 'suspect' ? '~' : ''}${rateShort ?? '–'}`}
          </span>
          <span style={{ marginLeft: 18, fontSize: 40, color: INK.muted }}>req/s</span>
        </div>
        <div style={{ display: 'flex', fontSize: 30, color: INK.muted }}>
          {[p99, where].filter(Boolean).join(' ') || (why ?? 'nothing was measured')}
        </div>
        {verdict ? (
          <div style={{ display: 'flex', marginTop: 8, fontSize: 28, color: INKS[verdict.tone] }}>
            {shorten(`${verdict.validity}, ${verdict.limit}`, 64)}
          </div>
        ) : null}
        {leftOut ? (
          <div style={{ display: 'flex', marginTop: 8, fontSize: 28, color: INK.warn }}>{`left out: ${leftOut}`}</div>
        ) : null}
      </div>
      <Curve curve={curve} highest={highestOf(ratesOf(curve), 0)} width={500} height={260} />
    </div>
  );
}

/** Runs that are compared, their curves on one scale. */
export function RunRows({ runs }: { runs: PreviewRun[] }) {
  const shown = runs.slice(0, SHOWN);
  const more = runs.length - shown.length;
  const highest = highestOf(
    shown.flatMap(({ curve }) => ratesOf(curve)),
    0,
  );
  return (
    <div style={{ display: 'flex', flexDirection: 'column' }}>
      {shown.map((run) => (
        <div
          key={run.id}
          style={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            padding: '8px 0',
            borderTop: `2px solid ${INK.line}`,
          }}
        >
          <span style={{ width: 480, fontSize: 28, wordBreak: 'break-word' }}>{shorten(run.name, 44)}</span>
          <Curve curve={run.curve} highest={highest} width={180} height={52} />
          <span style={{ display: 'flex', width: 360, justifyContent: 'flex-end', fontSize: 32, fontWeight: 600 }}>
            {run.rate !== null && <span style={{ marginRight: 10, fontWeight: 400, color: INK.muted }}>best</span>}
            {run.rate ?? '–'}
          </span>
        </div>
      ))}
      {more > 0 && <div style={{ display: 'flex', fontSize: 24, color: INK.muted }}>{`and ${more} more`}</div>}
    </div>
  );
}

const ratesOf = (curve: PreviewPoint[]): number[] => curve.map(({ requestsPerSecond }) => requestsPerSecond);

interface CurveProps {
  curve: PreviewPoint[];
  /** The same for every run of a picture, or curves of equal height would stand for different rates. */
  highest: number;
  width: number;
  height: number;
}

/** The step whose figure is told is filled and large; those that are less to be believed are hollow. */
function Curve({ curve, highest, width, height }: CurveProps) {
  if (curve.length < 2 || highest === 0) return <div style={{ display: 'flex', width, height }} />;
  const radius = height > 100 ? 9 : 4;
  // The largest mark.
  const edge = radius * 1.5;
  const places = curve.map(
    ({ requestsPerSecond: rate }, step) =>
      [
        edge + (step / (curve.length - 1)) * (width - 2 * edge),
        height - edge - (rate / highest) * (height - 2 * edge),
      ] as const,
  );
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={`M0 ${height - 1}H${width}`} stroke={INK.line} strokeWidth="2" />
      <path d={pathOf([...places])} stroke={INK.accent} strokeWidth={radius / 2} fill="none" />
      {curve.length <= 20 ? places.map(([x, y], step) => dot(x, y, radius, curve[step])) : null}
    </svg>
  );
}

/** No component: the layout engine draws only elements inside of an svg. */
function dot(x: number, y: number, radius: number, point: PreviewPoint | undefined) {
  if (point?.doubtful)
    return <circle key={x} cx={x} cy={y} r={radius} fill={INK.ground} stroke={INK.warn} strokeWidth={radius / 2} />;
  return <circle key={x} cx={x} cy={y} r={point?.isBest ? radius * 1.5 : radius} fill={INK.accent} />;
}
