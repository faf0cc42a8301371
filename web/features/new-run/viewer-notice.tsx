import { Notice } from '@/ui/notice';

/** Before the form, which only shows what could be asked. */
export function ViewerNotice() {
  return (
    <Notice kind="info" title="You are signed in as a viewer">
      Viewers look at runs and cannot start them. Ask an administrator for the operator role.
    </Notice>
  );
}
