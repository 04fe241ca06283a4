import { insertTextIntoField } from 'text-field-edit'

/** After this the field failed to load, and keys run commands again. */
const timeoutMs = 10_000

let stopHolding: (() => void) | undefined

/**
 * Buffers keystrokes until a field that is still loading has the focus, then inserts them. Otherwise the first letters would be
 * lost, or run commands.
 */
export function holdKeysFor(selector: string): void {
  stopHolding?.()
  const isReady = () => document.activeElement?.matches(selector) === true
  if (isReady()) return
  let held = ''
  const stop = () => {
    removeEventListener('keydown', onKeyDown, true)
    removeEventListener('pointerdown', stop, true)
    document.removeEventListener('focusin', onFocusIn)
    clearTimeout(timer)
    stopHolding = undefined
  }
  const release = () => {
    stop()
    const field = document.activeElement
    if (held !== '' && isReady()) insertTextIntoField(field as HTMLInputElement, held)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isReady()) release()
    else if (event.key === 'Escape') stop()
    else if (isTyped(event)) {
      if (event.key === 'Backspace') held = held.slice(0, -1)
      else if (event.key.length === 1) held += event.key
      event.preventDefault()
      event.stopPropagation()
    }
  }
  const onFocusIn = ({ target }: FocusEvent) => {
    // The field may still be initializing when it gets the focus.
    if (target instanceof Element && target.matches(selector)) queueMicrotask(release)
  }
  addEventListener('keydown', onKeyDown, true)
  addEventListener('pointerdown', stop, true)
  document.addEventListener('focusin', onFocusIn)
  const timer = setTimeout(stop, timeoutMs)
  stopHolding = stop
}

/** The field is no longer expected. */
export const stopHoldingKeys = (): void => stopHolding?.()

/** Enter is dropped, because it would press the focused element. AltGr makes characters; Ctrl and Alt alone do not. */
function isTyped(event: KeyboardEvent): boolean {
  const { key, ctrlKey, altKey, metaKey, isComposing } = event
  if (isComposing || metaKey || ((ctrlKey || altKey) && !event.getModifierState('AltGraph'))) return false
  return key.length === 1 || key === 'Backspace' || key === 'Enter'
}
