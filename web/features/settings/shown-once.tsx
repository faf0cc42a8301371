import { downloadText } from '@/ui/browser/download';
import { Button } from '@/ui/button';
import { CodeLine } from '@/ui/code-line';

interface ShownOnceProps {
  secret: string;
  copyLabel: string;
  /** Absent: it is copied, and not saved as a file. */
  fileName?: string;
  note: string;
  onDone: () => void;
}

/** A secret that cannot be shown again. */
export function ShownOnce({ secret, copyLabel, fileName, note, onDone }: ShownOnceProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <CodeLine text={secret} copyLabel={copyLabel} />
      <p className="text-xs text-muted">
        Shown once: copy {fileName && 'or save '}it before you close this. {note}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        {fileName && (
          <Button onClick={() => downloadText(fileName, 'text/plain', `${secret}\n`)}>Save as a file</Button>
        )}
        <Button look="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
