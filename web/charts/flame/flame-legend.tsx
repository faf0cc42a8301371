import type { FlameClass } from './flame-paint';

/** What the colours mean. */
export function FlameLegend({ classes }: { classes: FlameClass[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {classes.map(({ label, ink, strength, hatched }) => (
        <li key={label} className="inline-flex items-center gap-1.5">
          <span
            aria-hidden
            className="inline-block h-3 w-4 rounded-[2px] border border-line-strong"
            style={{
              background: `color-mix(in srgb, var(${ink}) ${strength}%, var(--panel))`,
              ...(hatched && {
                backgroundImage: `repeating-linear-gradient(135deg, transparent 0 3px, color-mix(in srgb, var(${ink}) 55%, transparent) 3px 4px)`,
              }),
            }}
          />
          {label}
        </li>
      ))}
    </ul>
  );
}
