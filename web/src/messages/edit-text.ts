import { lineStart, type Selection, type TextChange, textChange } from '../compose/text-change.ts'
import { toggleFence, toggleLines } from '../compose/toggle-lines.ts'
import { isInCode } from './in-code.ts'

export type { Selection, TextChange } from '../compose/text-change.ts'

export type FormatCommand =
  | 'bold'
  | 'italic'
  | 'strike'
  | 'code'
  | 'codeBlock'
  | 'math'
  | 'link'
  | 'quote'
  | 'bullets'
  | 'numbers'
  | 'spoiler'
  | 'indent'
  | 'outdent'

const marks = { bold: '**', italic: '*', strike: '~~', code: '`', math: '$$' } as const
const fences: Partial<Record<FormatCommand, string>> = { code: '```', math: '```math', spoiler: '```spoiler' }

/** Applies a format command; undefined if it does not apply. Applying it twice restores the text. */
export function format(text: string, selection: Selection, command: FormatCommand): TextChange | undefined {
  const isBlock = text.slice(selection.start, selection.end).includes('\n')
  switch (command) {
    case 'bold':
    case 'italic':
    case 'strike':
      return toggleMark(text, selection, marks[command])
    case 'code':
    case 'math':
    case 'spoiler': {
      const fence = fences[command] ?? ''
      if (command === 'spoiler' || isBlock || isFenced(text, selection, fence))
        return toggleFence(text, selection, fence)
      return toggleMark(text, selection, marks[command])
    }
    case 'codeBlock':
      return toggleFence(text, selection, '```')
    case 'link':
      return toggleLink(text, selection)
    default:
      return toggleLines(text, selection, command)
  }
}

/** Whether the selection is a fenced block of its own. */
const isFenced = (text: string, { start, end }: Selection, fence: string) =>
  text.slice(0, start).endsWith(`${fence}\n`) && text.slice(end).startsWith('\n```')

/** The selection without blanks and marks at its ends. */
function coreOf(text: string, { start, end }: Selection, mark: string): Selection {
  const selected = text.slice(start, end)
  const trimmed = selected.trim()
  const from = trimmed === '' ? start : start + selected.indexOf(trimmed)
  const to = trimmed === '' ? end : from + trimmed.length
  const isInside = to - from >= 2 && text[from] === mark[0] && text[to - 1] === mark[0]
  return isInside ? coreOf(text, { start: from + 1, end: to - 1 }, mark) : { start: from, end: to }
}

/**
 * Adds or removes marks around the selection. Bold and italic use the same sign, so the number of signs on both sides
 * decides: pairs for bold, an odd one for italic.
 */
function toggleMark(text: string, selection: Selection, mark: string): TextChange {
  const { start, end } = coreOf(text, selection, mark)
  const sign = mark[0] ?? ''
  let around = 0
  while (text[start - 1 - around] === sign && text[end + around] === sign) around++
  const isMarked = Math.floor(around / mark.length) % 2 === 1
  const inside = text.slice(start, end)
  const { length } = mark
  return isMarked
    ? textChange(start - length, end + length, inside, { start: start - length, end: end - length })
    : textChange(start, end, `${mark}${inside}${mark}`, { start: start + length, end: end + length })
}

const linkPattern = /\[([^[\]\n]*)\]\(([^()\n]*)\)/gu

/** Inserts a link with the caret at its URL, or removes one. */
function toggleLink(text: string, { start, end }: Selection): TextChange | undefined {
  for (const match of text.matchAll(linkPattern)) {
    const [whole, label = ''] = match
    const last = match.index + whole.length
    if (match.index < end + (start === end ? 1 : 0) && start < last && match.index <= start && end <= last) {
      return textChange(match.index, last, label, { start: match.index, end: match.index + label.length })
    }
  }
  const label = text.slice(start, end)
  if (/[[\]\n]/u.test(label)) return undefined
  const caret = label === '' ? start + 1 : start + label.length + 3
  return textChange(start, end, `[${label}]()`, { start: caret, end: caret })
}

/** Enter at the end of a list item: adds an item, or ends the list if the item is empty. */
export function continueList(text: string, caret: number): TextChange | undefined {
  const from = lineStart(text, caret)
  const line = text.slice(from, caret)
  const [, blank = '', sign = '', rest = ''] = /^([ \t]*)([-*+]|\d{1,9}\.)[ \t]+(.*)$/u.exec(line) ?? []
  if (sign === '' || isInCode(text, caret)) return undefined
  const after = /^[^\n]*/u.exec(text.slice(caret))?.[0] ?? ''
  if (rest.trim() === '' && after.trim() === '')
    return textChange(from, caret, '', { start: from, end: from })
  const next = /^\d/u.test(sign) ? `${Number.parseInt(sign, 10) + 1}.` : sign
  const inserted = `\n${blank}${next} `
  const end = caret + inserted.length
  return textChange(caret, caret, inserted, { start: end, end })
}

const pairs: Readonly<Record<string, string>> = { '`': '`', '*': '*', '"': '"', '(': ')' }

/** Typing a paired character over a selection wraps it. */
export function wrapTyped(text: string, { start, end }: Selection, typed: string): TextChange | undefined {
  const closing = Object.hasOwn(pairs, typed) ? pairs[typed] : undefined
  if (closing === undefined || start === end) return undefined
  return textChange(start, end, `${typed}${text.slice(start, end)}${closing}`, {
    start: start + 1,
    end: end + 1,
  })
}

const address = /^https?:\/\/\S+$/iu

/** Pasting a URL over a selection makes it a link. */
export function pasteAddress(
  text: string,
  { start, end }: Selection,
  pasted: string,
): TextChange | undefined {
  const url = pasted.trim()
  const label = text.slice(start, end)
  if (!address.test(url) || label.trim() === '' || /[[\]\n]/u.test(label) || address.test(label.trim()))
    return undefined
  if (isInCode(text, start)) return undefined
  // A parenthesis would end the link.
  const safe = url.replace(/[()]/gu, (bracket) => (bracket === '(' ? '%28' : '%29'))
  const link = `[${label}](${safe})`
  return textChange(start, end, link, { start: start + link.length, end: start + link.length })
}
