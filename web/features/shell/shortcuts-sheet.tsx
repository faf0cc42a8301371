import { Dialog } from '@/ui/dialog';

const GROUPS = [
  {
    title: 'On every page',
    keys: [
      ['Ctrl K', 'Find or go to anything, also from a field'],
      ['n', 'New run'],
      ['?', 'Show these keys'],
    ],
  },
  {
    title: 'In the form of a new run or experiment',
    keys: [
      ['Ctrl Enter', 'Run, also from a field; on a Mac ⌘ Enter'],
      ['Tab Enter', 'Go to Run, after n; Tab Tab Enter on a page loaded anew'],
    ],
  },
  {
    title: 'In the list of runs',
    keys: [
      ['/', 'Search'],
      ['v', 'Saved views'],
      ['j', 'Next row'],
      ['k', 'Row before'],
      ['Enter', 'Open the run'],
      ['x', 'Select the run, or clear it'],
      ['f', 'Make the run a favourite of yours, or take it out'],
      ['b', 'Pin the run as the baseline of its group, or unpin it'],
      ['c', 'Compare the selected runs'],
    ],
  },
  {
    title: 'On a strip or the CPU map of a run',
    keys: [
      ['← →', 'Move the cursor of all strips'],
      ['Shift →', 'Mark a stretch'],
      ['Enter', 'Zoom to what is marked'],
      ['Esc', 'Drop the mark, then cursor and zoom'],
      ['a', 'Annotate at the cursor'],
    ],
  },
] as const;

export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts" description="They wait while you type into a field.">
      <div className="grid gap-4">
        {GROUPS.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-1.5 text-xs font-medium text-muted">{title}</h3>
            <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-y-1.5 text-sm">
              {keys.map(([key, what]) => (
                <div key={key} className="contents">
                  <dt>
                    <kbd className="whitespace-nowrap rounded-[4px] border border-line-strong bg-raised px-1.5 font-mono text-xs">
                      {key}
                    </kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
