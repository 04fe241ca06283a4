import { insertTextIntoField } from 'text-field-edit'
import { type FormatCommand, format, type Selection, type TextChange } from '../messages/edit-text.ts'

export const selectionOf = (area: HTMLTextAreaElement): Selection => ({
  start: area.selectionStart,
  end: area.selectionEnd,
})

/** Changes the text as if typed, so that the browser can undo it. */
export function applyChange(area: HTMLTextAreaElement, { from, to, text, selection }: TextChange): void {
  area.focus()
  area.setSelectionRange(from, to)
  if (text !== '' || from !== to) insertTextIntoField(area, text)
  area.setSelectionRange(selection.start, selection.end)
}

export function applyFormat(area: HTMLTextAreaElement, command: FormatCommand): void {
  const change = format(area.value, selectionOf(area), command)
  if (change !== undefined) applyChange(area, change)
}

/** Inserts text at the caret, separated by a space from a preceding word. */
export function insertInline(area: HTMLTextAreaElement, inserted: string): void {
  const { start, end } = selectionOf(area)
  const before = area.value.slice(0, start)
  const text = before === '' || /\s$/.test(before) ? inserted : ` ${inserted}`
  const caret = start + text.length
  applyChange(area, { from: start, to: end, text, selection: { start: caret, end: caret } })
}

/** Inserts a block on its own lines, and selects a part of it. */
export function insertBlock(area: HTMLTextAreaElement, block: string, selected = ''): void {
  const { start, end } = selectionOf(area)
  const before = area.value.slice(0, start)
  const gap = before === '' || before.endsWith('\n') ? '' : '\n'
  const at = selected === '' ? block.length : block.indexOf(selected)
  const from = start + gap.length + at
  applyChange(area, {
    from: start,
    to: end,
    text: gap + block,
    selection: { start: from, end: from + selected.length },
  })
}
