import { edit, lineStart, type Selection, type TextChange } from '../compose/text-change.ts'
import { toggleFence, toggleLines } from '../compose/toggle-lines.ts'
import { isInCode } from './in-code.ts'

export type { Selection, TextChange } from '../compose/text-change.ts'

export type FormatCommand =
  | 'bold'
  | 'italic'
  | 'strike'
  | 'code'
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

/** What a button or key of the bar does to the text; nothing if it makes no sense here. Twice leads back. */
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
    case 'link':
      return toggleLink(text, selection)
    default:
      return toggleLines(text, selection, command)
  }
}

/** A block of one line was made of more than one, and is to be taken away as a block. */
const isFenced = (text: string, { start, end }: Selection, fence: string) =>
  text.slice(0, start).endsWith(`${fence}\n`) && text.slice(end).startsWith('\n```')

/** Blanks and marks at the ends of a selection do not belong to what is marked. */
function coreOf(text: string, { start, end }: Selection, mark: string): Selection {
  const selected = text.slice(start, end)
  const trimmed = selected.trim()
  const from = trimmed === '' ? start : start + selected.indexOf(trimmed)
  const to = trimmed === '' ? end : from + trimmed.length
  const isInside = to - from >= 2 && text[from] === mark[0] && text[to - 1] === mark[0]
  return isInside ? coreOf(text, { start: from + 1, end: to - 1 }, mark) : { start: from, end: to }
}

/**
 * Puts marks around the selection or takes them away. Bold and italic are made of the same sign, so what counts is how many of
 * them are on both sides: in twos for the one, by being odd for the other.
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
    ? edit(start - length, end + length, inside, { start: start - length, end: end - length })
    : edit(start, end, `${mark}${inside}${mark}`, { start: start + length, end: end + length })
}

const linkPattern = /\[([^[\]\n]*)\]\(([^()\n]*)\)/gu

/** Makes a link with the caret where the address goes, or takes one away. */
function toggleLink(text: string, { start, end }: Selection): TextChange | undefined {
  for (const match of text.matchAll(linkPattern)) {
    const [whole, label = ''] = match
    const last = match.index + whole.length
    if (match.index < end + (start === end ? 1 : 0) && start < last && match.index <= start && end <= last) {
      return edit(match.index, last, label, { start: match.index, end: match.index + label.length })
    }
  }
  const label = text.slice(start, end)
  if (/[[\]\n]/u.test(label)) return undefined
  const caret = label === '' ? start + 1 : start + label.length + 3
  return edit(start, end, `[${label}]()`, { start: caret, end: caret })
}

/** On Enter at the end of a list's line: another item, or the end of the list if the item is empty. */
export function continueList(text: string, caret: number): TextChange | undefined {
  const from = lineStart(text, caret)
  const line = text.slice(from, caret)
  const [, blank = '', sign = '', rest = ''] = /^([ \t]*)([-*+]|\d{1,9}\.)[ \t]+(.*)$/u.exec(line) ?? []
  if (sign === '' || isInCode(text, caret)) return undefined
  const after = /^[^\n]*/u.exec(text.slice(caret))?.[0] ?? ''
  if (rest.trim() === '' && after.trim() === '') return edit(from, caret, '', { start: from, end: from })
  const next = /^\d/u.test(sign) ? `${Number.parseInt(sign, 10) + 1}.` : sign
  const inserted = `\n${blank}${next} `
  const end = caret + inserted.length
  return edit(caret, caret, inserted, { start: end, end })
}

const pairs: Readonly<Record<string, string>> = { '`': '`', '*': '*', '"': '"', '(': ')' }

/** Typing one of these over a selection puts it around, rather than in its place. */
export function wrapTyped(text: string, { start, end }: Selection, typed: string): TextChange | undefined {
  const closing = Object.hasOwn(pairs, typed) ? pairs[typed] : undefined
  if (closing === undefined || start === end) return undefined
  return edit(start, end, `${typed}${text.slice(start, end)}${closing}`, { start: start + 1, end: end + 1 })
}

const address = /^https?:\/\/\S+$/iu

/** An address pasted over words makes a link of them. */
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
  // A bracket would end the link too early.
  const safe = url.replace(/[()]/gu, (bracket) => (bracket === '(' ? '%28' : '%29'))
  const link = `[${label}](${safe})`
  return edit(start, end, link, { start: start + link.length, end: start + link.length })
}
