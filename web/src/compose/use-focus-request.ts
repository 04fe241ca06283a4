import { type RefObject, useEffect } from 'react'
import { type ComposePart, useCompose } from './compose.ts'

/** The last request that was fulfilled. A box that is drawn again, in another view, does not take the focus again. */
let fulfilled = 0

/** Puts the caret into a field when that is requested. */
export function useFocusRequest(
  part: ComposePart,
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
): void {
  const { part: wanted, count } = useCompose((state) => state.focus)
  useEffect(() => {
    const input = field.current
    if (wanted !== part || count === fulfilled || input === null) return
    fulfilled = count
    input.focus()
    if (part === 'text') input.setSelectionRange(input.value.length, input.value.length)
  }, [wanted, count, part, field])
}
