/** A button inside a message. The feed handles its clicks (`data-do`). */
export function contentButton(
  action: string,
  label: string,
  data: Record<string, string> = {},
): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = label
  made.dataset.do = action
  Object.assign(made.dataset, data)
  return made
}
