import { Fragment } from 'react';

/** A value as the kernel writes it; long masks break between their groups. */
export function KernelValue({ text, quiet = false }: { text: string; quiet?: boolean }) {
  const groups = text.split(',');
  return (
    <code className={quiet ? 'font-mono text-xs text-muted' : 'font-mono text-xs'}>
      {text === '' && '(empty)'}
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
        <Fragment key={index}>
          {index > 0 && (
            <>
              ,<wbr />
            </>
          )}
          {group}
        </Fragment>
      ))}
    </code>
  );
}
