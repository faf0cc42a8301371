import { ApiError, isUnconfirmed } from '@/api/problem';
import { Button } from './button';
import { Notice } from './notice';

interface ErrorNoticeProps {
  title: string;
  error: unknown;
  /** In place of the title where whether it was done is not known; the title holds for both without it. */
  unconfirmed?: string;
  retry?: () => void;
}

/** What happened, what to do, and the id to find it by in the log. */
export function ErrorNotice({ title, error, unconfirmed = title, retry }: ErrorNoticeProps) {
  const known = error instanceof ApiError ? error : null;
  // A fault that is the whole of what happened is said once.
  const others = known?.fields.filter(({ message }) => message !== known.detail) ?? [];
  return (
    <Notice
      kind="bad"
      title={isUnconfirmed(error) ? unconfirmed : title}
      alert
      actions={retry && <Button onClick={retry}>Try again</Button>}
    >
      <p>{known?.detail ?? (error instanceof Error ? error.message : 'Something unforeseen happened.')}</p>
      {others.length > 0 && (
        <ul className="mt-1 list-disc pl-4">
          {others.map((field) => (
            <li key={`${field.path} ${field.message}`}>
              {field.path !== WHOLE && (
                <>
                  <code className="font-mono text-xs">{field.path}</code>:{' '}
                </>
              )}
              {field.message}
            </li>
          ))}
        </ul>
      )}
      {known?.requestId && (
        <p className="mt-1 text-xs">
          Request <code className="font-mono">{known.requestId}</code>
        </p>
      )}
    </Notice>
  );
}

/** The path of what is wrong with all of a spec. */
const WHOLE = 'spec';
