/** Beside a name that several in sight have: as much of the id's end as tells them apart. */
export const IdTail = ({ id, tail }: { id: string; tail: string }) => (
  <span title={`Several have this name. The id of this one is ${id}.`} className="shrink-0 text-xs text-muted">
    {tail}
  </span>
);
