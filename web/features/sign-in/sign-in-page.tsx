'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { get } from '@/api/client';
import { safeNext } from '@/lib/next-path';
import { CodeLine } from '@/ui/code-line';
import { Notice } from '@/ui/notice';
import { CodeForm } from './code-form';
import { DoorFrame } from './door-frame';
import { PasswordForm } from './password-form';
import { signInErrorSentence } from './sign-in-error';

/** A link may be opened in another tab or window: on coming back this page goes on to where the person was going. */
function useSignedIn(): boolean {
  const { isSuccess, refetch } = useQuery({
    queryKey: ['session', 'sign-in'],
    queryFn: ({ signal }) => get('/api/v1/session', { signal, stay: true }),
    retry: false,
    refetchOnWindowFocus: 'always',
  });
  useEffect(() => {
    // A window beside this one hides nothing, so that visibility alone would not tell.
    const again = (): void => void refetch({ cancelRefetch: false });
    window.addEventListener('focus', again);
    return () => window.removeEventListener('focus', again);
  }, [refetch]);
  return isSuccess;
}

/** `command` prints a one-time link to this instance. */
export function SignInPage({ command }: { command: string }) {
  const search = useSearchParams();
  const signedIn = useSignedIn();
  const [tried, setTried] = useState(false);
  const [codeNeeded, setCodeNeeded] = useState(false);
  const next = safeNext(search.get('next'));
  const error = signInErrorSentence(search.get('error'), search.get('seconds'));
  useEffect(() => {
    // A whole load: nothing that was fetched for another person is kept.
    if (signedIn) window.location.replace(next);
  }, [signedIn, next]);
  const goOn = (): void => window.location.replace(next);
  return (
    <DoorFrame title="Sign in">
      {error && !tried && (
        <Notice kind="warn" alert>
          {error}
        </Notice>
      )}
      {codeNeeded ? (
        <CodeForm onSignedIn={goOn} onBack={() => setCodeNeeded(false)} />
      ) : (
        <PasswordForm onTry={() => setTried(true)} onSignedIn={goOn} onCodeNeeded={() => setCodeNeeded(true)} />
      )}
      <div className="grid gap-2 border-t border-line pt-4 text-muted">
        <h2 className="text-sm font-semibold text-ink">No account, or no password yet?</h2>
        <p>An administrator can send you an invite, or a link when you forgot your password.</p>
        <p>
          The first administrator comes in by the one-time link that the terminal of{' '}
          <code className="font-mono text-xs">npm start</code> prints. Another one, in the folder of millionrps:
        </p>
        <CodeLine text={command} copyLabel="Copy the command" />
        <p role="status" className="text-xs">
          {signedIn
            ? 'Signed in. Going on …'
            : 'Once a link was opened in this browser, this page goes on by itself when you come back to it.'}
        </p>
      </div>
    </DoorFrame>
  );
}
