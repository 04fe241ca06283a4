import { type RefObject, useLayoutEffect } from 'react'

const growsNatively = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

/** Grows a text area with its text. Fallback for browsers without `field-sizing`. */
export function useGrowth(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const area = field.current
    if (growsNatively || area === null) return
    area.style.blockSize = 'auto'
    area.style.blockSize = `${area.scrollHeight}px`
  }, [field, text])
}
