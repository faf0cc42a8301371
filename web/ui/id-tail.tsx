import { idTail } from '@rules/run/run-names';

/** Beside a name that several in sight have. */
export const IdTail = ({ id }: { id: string }) => (
  <span title={`Several have this name. The id of this one is ${id}.`} className="shrink-0 text-xs text-muted">
    {idTail(id)}
  </span>
);
