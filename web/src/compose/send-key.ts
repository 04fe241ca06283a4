import type { KeyboardEvent } from 'react'
import { isTouch } from '../lib/touch.ts'

/** The key that sends. */
export type SendRule = 'enter' | 'ctrl-enter' | 'button'

/** On touch keyboards Enter has to make new lines. */
export const ruleFor = (enterSends: boolean): SendRule =>
  isTouch() ? 'button' : enterSends ? 'enter' : 'ctrl-enter'

/** `always`: keys that send under every rule. */
export function sendsBy(event: KeyboardEvent, rule: SendRule | 'always'): boolean {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.nativeEvent.isComposing) return false
  if (event.ctrlKey || event.metaKey) return true
  return rule === 'enter'
}
