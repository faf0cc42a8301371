/** Whether a key was meant for the page: not typed into a field, not one of the browser's, and nothing is open above it. */
export function isForPage({ key, target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || key.length !== 1) return false;
  if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return false;
  return !(target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_INTO)));
}

const TYPED_INTO = 'textarea, select, input:not([type=checkbox], [type=radio], [type=button])';
