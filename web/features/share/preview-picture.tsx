import { shorten } from '@rules/spec/shorten';
import { highestOf } from '@/charts/extent';
import type { Preview, PreviewRun } from './share-preview';

const INK = {
  ground: '#0c0e11',
  panel: '#12151a',
  line: '#323a46',
  text: '#e7eaee',
  muted: '#98a2b0',
  accent: '#4cc2ff',
};
const SHOWN = 4;
const KINDS: Record<Preview['kind'], string> = {
  run: 'a run',
  comparison: 'runs compared',
  experiment: 'an experiment',
};

/** Drawn by a small layout engine that knows flex boxes only: every box with several children says so. */
export function PreviewPicture({ preview }: { preview: Preview | null }) {
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        width: '100%',
        height: '100%',
        padding: 64,
        background: INK.ground,
        color: INK.text,
      }}
    >
      <div style={{ display: 'flex', justifyContent: 'space-between', fontSize: 28, color: INK.muted }}>
        <span style={{ color: INK.text, fontWeight: 600 }}>millionrps</span>
        <span>{preview ? KINDS[preview.kind] : 'closed link'}</span>
      </div>
      {preview ? (
        <Figures preview={preview} />
      ) : (
        <div style={{ marginTop: 160, fontSize: 56 }}>This link shows nothing</div>
      )}
    </div>
  );
}

function Figures({ preview }: { preview: Preview }) {
  const shown = preview.runs.slice(0, SHOWN);
  const more = preview.runs.length - shown.length;
  const highest = highestOf(
    shown.flatMap(({ curve }) => curve),
    0,
  );
  return (
    <div style={{ display: 'flex', flexDirection: 'column', flexGrow: 1 }}>
      <div style={{ display: 'flex', marginTop: 28, fontSize: 48, lineHeight: 1.15, wordBreak: 'break-word' }}>
        {shorten(preview.title, 72)}
      </div>
      <div style={{ display: 'flex', flexDirection: 'column', justifyContent: 'flex-end', flexGrow: 1 }}>
        {shown.length === 1 && shown[0] ? (
          <One run={shown[0]} />
        ) : (
          shown.map((run) => <Row key={run.id} run={run} highest={highest} />)
        )}
        {more > 0 && <div style={{ display: 'flex', fontSize: 24, color: INK.muted }}>{`and ${more} more`}</div>}
      </div>
    </div>
  );
}

function One({ run }: { run: PreviewRun }) {
  return (
    <div style={{ display: 'flex', alignItems: 'flex-end', justifyContent: 'space-between' }}>
      <div style={{ display: 'flex', flexDirection: 'column' }}>
        <div style={{ display: 'flex', alignItems: 'baseline' }}>
          <span style={{ fontSize: 132, fontWeight: 600, letterSpacing: -4 }}>{run.rateShort ?? '–'}</span>
          <span style={{ marginLeft: 18, fontSize: 44, color: INK.muted }}>req/s</span>
        </div>
        <div style={{ display: 'flex', fontSize: 32, color: INK.muted }}>
          {[run.p99, run.where].filter(Boolean).join(' ') || 'nothing was measured'}
        </div>
      </div>
      <Bars curve={run.curve} highest={highestOf(run.curve, 0)} width={300} height={180} />
    </div>
  );
}

function Row({ run, highest }: { run: PreviewRun; highest: number }) {
  return (
    <div
      style={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        padding: '16px 0',
        borderTop: `2px solid ${INK.line}`,
      }}
    >
      <span style={{ width: 480, fontSize: 32, wordBreak: 'break-word' }}>{shorten(run.name, 44)}</span>
      <Bars curve={run.curve} highest={highest} width={140} height={56} />
      <span style={{ width: 400, justifyContent: 'flex-end', fontSize: 36, fontWeight: 600 }}>{run.rate ?? '–'}</span>
    </div>
  );
}

interface BarsProps {
  curve: number[];
  /** The same for every run of a picture, or bars of equal height would stand for different rates. */
  highest: number;
  width: number;
  height: number;
}

function Bars({ curve, highest, width, height }: BarsProps) {
  if (curve.length < 2 || highest === 0) return <div style={{ display: 'flex', width, height }} />;
  const gap = curve.length > 20 ? 1 : 6;
  return (
    <div style={{ display: 'flex', alignItems: 'flex-end', width, height, gap }}>
      {curve
        .map((rate, step) => ({ step, height: Math.max(2, (rate / highest) * height) }))
        .map((bar) => (
          <div key={bar.step} style={{ flexGrow: 1, height: bar.height, background: INK.accent }} />
        ))}
    </div>
  );
}
