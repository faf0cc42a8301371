import type { ComponentProps } from 'react';
import { classNames } from './class-names';

type Look = 'plain' | 'primary' | 'danger' | 'ghost';

const LOOKS: Record<Look, string> = {
  plain: 'border-line-strong bg-panel hover:bg-raised',
  primary: 'border-accent bg-accent text-accent-ink hover:brightness-110',
  danger: 'border-bad/60 bg-bad-soft text-bad hover:border-bad',
  ghost: 'border-transparent text-muted hover:bg-raised hover:text-ink',
};

export function buttonClass(look: Look = 'plain', extra?: string): string {
  return classNames(
    // Nothing can be pressed on paper.
    'print:hidden inline-flex shrink-0 max-sm:min-h-11 items-center justify-center gap-1.5 whitespace-nowrap rounded-control border px-3 py-1 text-sm font-medium transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-60',
    LOOKS[look],
    extra,
  );
}

export function Button({
  look = 'plain',
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { look?: Look }) {
  return <button type={type} className={buttonClass(look, className)} {...rest} />;
}

/**
 * Keeps the focus where it is: a field that loses it may show its error, and move this button away before it is let go. While
 * it works it is not disabled, for a disabled button would lose the focus itself.
 */
export const SteadyButton = ({
  busy = false,
  className,
  ...rest
}: ComponentProps<typeof Button> & { busy?: boolean }) => (
  <Button
    aria-disabled={busy}
    className={classNames('h-9 aria-disabled:opacity-60', className)}
    onMouseDown={(event) => event.preventDefault()}
    {...rest}
  />
);

export function IconButton({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(
        'print:hidden inline-grid size-7 shrink-0 place-items-center rounded-control text-muted transition-colors hover:bg-raised hover:text-ink disabled:cursor-not-allowed disabled:opacity-40 disabled:hover:bg-transparent',
        className,
      )}
      {...rest}
    />
  );
}
