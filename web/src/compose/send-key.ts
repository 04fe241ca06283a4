import type { KeyboardEvent } from 'react'
import { isTouch } from '../lib/touch.ts'

/** Which key sends: Enter, only together with Ctrl, or none but the button. */
export type SendRule = 'enter' | 'ctrl-enter' | 'button'

/** On touch keyboards Enter is a new line: there is no other way to make one. */
export const ruleFor = (enterSends: boolean): SendRule =>
  isTouch() ? 'button' : enterSends ? 'enter' : 'ctrl-enter'

/** `always`: the keys that send whatever the rule is. */
export function sendsBy(event: KeyboardEvent, rule: SendRule | 'always'): boolean {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.nativeEvent.isComposing) return false
  if (event.ctrlKey || event.metaKey) return true
  return rule === 'enter'
}
