const focusable = 'input:not([type=hidden], [tabindex="-1"]), button, textarea, [tabindex="0"]'

/** Moves the focus into the field of this name, wherever in the page it stands. */
export function focusField(name: string): void {
  const fields = [...document.querySelectorAll<HTMLElement>('[data-field]')]
  fields.find((field) => field.dataset.field === name)?.querySelector<HTMLElement>(focusable)?.focus()
}
