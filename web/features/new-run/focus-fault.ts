/** Focuses the first control, in the order of the page, whose field is among these; false when none is there. */
export function focusFirst(form: HTMLFormElement | null, isFault: (field: string) => boolean): boolean {
  const controls = form?.querySelectorAll<HTMLElement>('[name], [data-field]') ?? [];
  for (const control of controls) {
    const field = control.dataset.field ?? control.getAttribute('name') ?? '';
    if (!isFault(field)) continue;
    unfoldAndFocus(control);
    return true;
  }
  return false;
}

/** What is folded away cannot take the focus. */
export function unfoldAndFocus(control: HTMLElement): void {
  for (let fold = control.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
  control.focus();
}
