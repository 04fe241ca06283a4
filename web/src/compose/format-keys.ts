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

/** As in other chat programs. */
const withCtrlShift: Readonly<Record<string, FormatCommand>> = {
  x: 'strike',
  c: 'code',
  l: 'link',
  u: 'link',
}
/** By position, because Shift changes the digits into signs that differ between layouts. */
const digitsWithCtrlShift: Readonly<Record<string, FormatCommand>> = {
  Digit7: 'numbers',
  Digit8: 'bullets',
  Digit9: 'quote',
}

function commandOf({ key, code, shiftKey, altKey }: KeyboardEvent): FormatCommand | undefined {
  const letter = key.toLowerCase()
  if (altKey) return shiftKey && (letter === 'c' || code === 'KeyC') ? 'codeBlock' : undefined
  return shiftKey ? (withCtrlShift[letter] ?? digitsWithCtrlShift[code]) : withCtrl[letter]
}

/** Formatting shortcuts, and continuing lists on Enter. Returns whether the key was handled. */
export function formatByKey(event: KeyboardEvent, area: HTMLTextAreaElement): boolean {
  const isCtrl = event.ctrlKey || event.metaKey
  if (isCtrl) {
    const command = commandOf(event)
    if (command === undefined) return false
    applyFormat(area, command)
    return true
  }
  if (event.altKey) return false
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
