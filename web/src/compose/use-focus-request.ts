import { type RefObject, useEffect } from 'react'
import { type ComposePart, useCompose } from './compose.ts'

/** The last fulfilled request, so that a box mounted in another view does not take the focus again. */
let fulfilled = 0

/** Focuses a field on request. */
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
