import { shorten } from '@rules/spec/shorten';
import { Answers } from './preview/answers';
import { INK } from './preview/ink';
import { OneRun, RunRows } from './preview/runs';
import type { Preview } from './share-preview';

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
        padding: '44px 56px',
        background: INK.ground,
        color: INK.text,
      }}
    >
      <div style={{ display: 'flex', justifyContent: 'space-between', fontSize: 28, color: INK.muted }}>
        <span style={{ color: INK.text, fontWeight: 600 }}>millionrps</span>
        <span>{preview ? KINDS[preview.kind] : 'closed link'}</span>
      </div>
      {preview ? (
        <Told preview={preview} />
      ) : (
        <div style={{ marginTop: 160, fontSize: 56 }}>This link shows nothing</div>
      )}
    </div>
  );
}

function Told({ preview }: { preview: Preview }) {
  const { title, answers, runs, sentence, kind, caveat } = preview;
  const [run] = runs;
  return (
    <div style={{ display: 'flex', flexDirection: 'column', flexGrow: 1 }}>
      <div
        style={{
          display: 'flex',
          marginTop: 20,
          fontSize: title.length > 44 ? 36 : 44,
          lineHeight: 1.15,
          wordBreak: 'break-word',
        }}
      >
        {shorten(title, 72)}
      </div>
      <div style={{ display: 'flex', flexDirection: 'column', justifyContent: 'flex-end', flexGrow: 1 }}>
        {kind === 'run' && run && <OneRun run={run} />}
        {kind !== 'run' && answers.length > 0 && <Answers answers={answers} />}
        {kind !== 'run' && answers.length === 0 && (
          <div style={{ display: 'flex', marginBottom: 24, fontSize: 36 }}>{shorten(sentence, 140)}</div>
        )}
        {kind === 'comparison' && answers.length < 2 && <RunRows runs={runs} />}
        {caveat !== '' && (
          <div style={{ display: 'flex', marginTop: 16, fontSize: 24, lineHeight: 1.3, color: INK.warn }}>
            {shorten(caveat, answers.length < 3 ? 170 : 80)}
          </div>
        )}
      </div>
    </div>
  );
}
