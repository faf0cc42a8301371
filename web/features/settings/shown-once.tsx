import { Button } from '@/ui/button';
import { CodeLine } from '@/ui/code-line';

interface ShownOnceProps {
  secret: string;
  copyLabel: string;
  note: string;
  onDone: () => void;
}

/** A secret that cannot be shown again. */
export function ShownOnce({ secret, copyLabel, note, onDone }: ShownOnceProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <CodeLine text={secret} copyLabel={copyLabel} />
      <p className="text-xs text-muted">Shown once: copy it before you close this. {note}</p>
      <div className="flex justify-end">
        <Button look="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
