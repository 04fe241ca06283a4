import { type RefObject, useEffect } from 'react'
import { type ComposePart, useCompose } from '../state/compose.ts'

/** Puts the caret into a field when that is asked for. */
export function useFocusRequest(
  part: ComposePart,
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
): void {
  const { part: wanted, count } = useCompose((state) => state.focus)
  // Asked again, done again.
  useEffect(() => {
    if (wanted !== part || count === 0) return
    const input = field.current
    input?.focus()
    if (part === 'text') input?.setSelectionRange(input.value.length, input.value.length)
  }, [wanted, count, part, field])
}
