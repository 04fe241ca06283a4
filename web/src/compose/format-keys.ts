import type { KeyboardEvent } from 'react'
import { continueList, type FormatCommand, wrapTyped } from '../messages/edit-text.ts'
import { applyChange, applyFormat, selectionOf } from './apply-change.ts'

const withCtrl: Readonly<Record<string, FormatCommand>> = {
  b: 'bold',
  i: 'italic',
  e: 'code',
  ']': 'indent',
  '[': 'outdent',
}

/** Formatting shortcuts, and continuing lists on Enter. Returns whether the key was handled. */
export function formatByKey(event: KeyboardEvent, area: HTMLTextAreaElement): boolean {
  const isCtrl = event.ctrlKey || event.metaKey
  if (event.altKey) return false
  if (isCtrl) {
    const command = event.shiftKey
      ? event.key.toLowerCase() === 'l' && ('link' as const)
      : withCtrl[event.key.toLowerCase()]
    if (!command) return false
    applyFormat(area, command)
    return true
  }
  if (event.key === 'Enter') {
    const { start, end } = selectionOf(area)
    const change = start === end ? continueList(area.value, start) : undefined
    if (change === undefined) return false
    applyChange(area, change)
    return true
  }
  const wrapped = event.key.length === 1 ? wrapTyped(area.value, selectionOf(area), event.key) : undefined
  if (wrapped !== undefined) applyChange(area, wrapped)
  return wrapped !== undefined
}
