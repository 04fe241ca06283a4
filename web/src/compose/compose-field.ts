/** The text area of the compose box; null while the preview replaces it. */
export const composeField = (): HTMLTextAreaElement | null =>
  document.querySelector('[data-region="compose"] textarea')

const fields = 'input, textarea, select'

/** Whether a key types a character outside of a field. Excludes Space, which presses buttons. */
export function isTypedOutside(event: KeyboardEvent): boolean {
  const { key, target, ctrlKey, metaKey, altKey, isComposing } = event
  if (isComposing || metaKey || ((ctrlKey || altKey) && !event.getModifierState('AltGraph'))) return false
  return key.length === 1 && key !== ' ' && target instanceof Element && !target.matches(fields)
}
