/** The arithmetic behind a short answer, for who asks; nothing where there is none. */
export function Why({ because }: { because: string }) {
  if (because === '') return null;
  return (
    <details className="mt-1.5 text-sm text-muted">
      <summary className="w-fit cursor-pointer rounded text-accent underline-offset-2 hover:underline">Why?</summary>
      <p className="mt-1 max-w-[90ch] [overflow-wrap:anywhere]">{because}</p>
    </details>
  );
}
