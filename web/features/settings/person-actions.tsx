'use client';

import type { Person, Role } from '@contract/account';
import { ROLE_SENTENCE } from '@rules/people/roles';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { patch, post } from '@/api/client';
import { Button } from '@/ui/button';
import { Confirm, Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { ShownOnce } from './shown-once';

function useAct<T>(mutationFn: () => Promise<T>, onDone: () => void = () => {}) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async () => {
      onDone();
      await queries.invalidateQueries({ queryKey: ['people'] });
    },
  });
}

export const useEnable = ({ userId }: Person) =>
  useAct(() => post('/api/v1/people/:userId/enable', undefined, { path: { userId } }));

interface ActionProps {
  person: Person;
  open: boolean;
  onClose: () => void;
}

export function DisableConfirm({ person, open, onClose }: ActionProps) {
  const { userId, name } = person;
  const disable = useAct(() => post('/api/v1/people/:userId/disable', undefined, { path: { userId } }), onClose);
  return (
    <Confirm
      open={open}
      onOpenChange={onClose}
      title={`Disable ${name}?`}
      action="Disable"
      acting="Disabling …"
      back="Leave it"
      act={disable}
      onConfirm={() => disable.mutate()}
    >
      <p>
        Their sessions end at once. Their API tokens and sign-in links are revoked for good. Their runs stay, and you
        can enable them again.
      </p>
    </Confirm>
  );
}

export function RemoveSecondFactorConfirm({ person, open, onClose }: ActionProps) {
  const { userId, name } = person;
  const remove = useAct(
    () => post('/api/v1/people/:userId/remove-second-factor', undefined, { path: { userId } }),
    onClose,
  );
  return (
    <Confirm
      open={open}
      onOpenChange={onClose}
      title={`Turn off two-factor authentication of ${name}?`}
      action="Turn it off"
      acting="Turning it off …"
      back="Leave it on"
      act={remove}
      onConfirm={() => remove.mutate()}
    >
      <p>
        For when they lost their app and their backup codes. Their password alone signs them in then, and they can set
        it up again.
      </p>
    </Confirm>
  );
}

interface ChangeRoleProps {
  person: Person;
  /** Null: nothing is asked. */
  role: Role | null;
  onClose: () => void;
}

export function ChangeRoleConfirm({ person, role, onClose }: ChangeRoleProps) {
  const { userId, name } = person;
  const change = useAct(
    () => patch('/api/v1/people/:userId', { role: role ?? person.role }, { path: { userId } }),
    onClose,
  );
  return (
    <Confirm
      open={role !== null}
      onOpenChange={onClose}
      title={`Make ${name} ${role === 'viewer' ? 'a' : 'an'} ${role}?`}
      action="Change the role"
      acting="Changing …"
      back={`Keep ${person.role}`}
      act={change}
      onConfirm={() => change.mutate()}
    >
      <p>
        {role && `Then ${name} ${ROLE_SENTENCE[role]}.`} It holds at once, and their API tokens can do no more than they
        can.
      </p>
    </Confirm>
  );
}

/** Asks, then shows the link that lets the person in to set a new one. */
export function ResetPasswordDialog({ person, open, onClose }: ActionProps) {
  const { userId, name } = person;
  const reset = useAct(() => post('/api/v1/people/:userId/reset-password', undefined, { path: { userId } }));
  const close = (): void => {
    reset.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      deliberate={reset.isSuccess}
      title={reset.data ? `A link for ${name}` : `Reset the password of ${name}?`}
      description={
        reset.data
          ? 'Send it to them alone: it signs them in once, to set a new password.'
          : 'Their password is forgotten, their sessions end, their API tokens are revoked, and links that were made for them before stop working. You get a new link to send them.'
      }
    >
      {reset.data ? (
        <ShownOnce
          secret={reset.data.url}
          copyLabel="Copy the link"
          note="It works once, for 24 hours."
          onDone={close}
        />
      ) : (
        <div className="grid gap-4">
          {reset.isError && <ErrorNotice title="That did not work" error={reset.error} />}
          <div className="flex justify-end gap-2">
            <Button onClick={close}>Leave it</Button>
            <Button look="danger" disabled={reset.isPending} onClick={() => reset.mutate()}>
              Reset the password
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
