/** A button in a message. It does nothing by itself: the list listens for clicks (`data-do`). */
export function button(action: string, label: string, data: Record<string, string> = {}): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = label
  made.dataset.do = action
  Object.assign(made.dataset, data)
  return made
}
