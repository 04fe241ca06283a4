import { type Block, type Document, type Inline, type Line, plain, type Style } from '../../text/document.ts'
import { angleToken } from './angle-token.ts'
import { emojiByName, type SlackNames, unescaped } from './context.ts'

/** Slack's markup, parsed: code first, then lines, then `<…>`, then emphasis; escaped characters last. */
export function parseMrkdwn(text: string, names: SlackNames): Document {
  const source = text.replace(/\r\n?/g, '\n')
  const lines = new LineParser(names)
  let done = 0
  for (;;) {
    const open = source.indexOf(fence, done)
    const close = open < 0 ? -1 : source.indexOf(fence, open + fence.length)
    // Code that is not closed is text.
    if (close < 0) break
    // The line breaks around a code block belong to it.
    lines.addText(withoutLastBreak(source.slice(done, open)), open > done)
    lines.addCode(unescaped(source.slice(open + fence.length, close)))
    done = close + fence.length
    done += /^[ \t]*\n?/.exec(source.slice(done, done + 100))?.[0].length ?? 0
  }
  lines.addText(source.slice(done), done < source.length)
  return lines.blocks
}

const fence = '```'

function withoutLastBreak(text: string): string {
  const end = text.trimEnd().length
  const lastBreak = text.lastIndexOf('\n')
  return lastBreak >= end ? text.slice(0, lastBreak) : text.slice(0, end)
}

class LineParser {
  readonly blocks: Block[] = []
  readonly #names: SlackNames
  /** After `>>>`. */
  #quotesRest = false

  constructor(names: SlackNames) {
    this.#names = names
  }

  addText(text: string, isPresent: boolean): void {
    if (!isPresent || (text.trim() === '' && !text.includes('\n'))) return
    for (const row of text.split('\n')) {
      const parsed = parseLine(row, this.#quotesRest, this.#names)
      this.#quotesRest ||= parsed.startsQuote
      this.blocks.push(parsed.line)
    }
  }

  addCode(code: string): void {
    if (code.trim() !== '') this.blocks.push({ kind: 'code', code, isQuoted: this.#quotesRest })
  }
}

function parseLine(row: string, isQuoted: boolean, names: SlackNames): { line: Line; startsQuote: boolean } {
  const [quote = ''] = isQuoted ? [] : (/^(?:(?:&gt;){3}|>>>|&gt;|>) ?/.exec(row) ?? [])
  const startsQuote = /^(?:&gt;|>){3}/.test(quote)
  const rest = row.slice(quote.length)
  const [marker = '', spaces = '', bullet, digits] =
    /^([ \t]*)(?:([•◦▪◾*-])\ufe0e?|(\d{1,9})\.)[ \t\u00a0]+(?=\S)/.exec(rest) ?? []
  const base = { kind: 'line' as const, isQuoted: isQuoted || quote !== '' }
  if (marker === '') return { line: { ...base, content: parseInlines(rest, names) }, startsQuote }
  const level = Math.max(
    Math.floor(spaces.length / 4),
    bullet === '◦' ? 1 : bullet === '▪' || bullet === '◾' ? 2 : 0,
  )
  const item = { level, number: digits === undefined ? undefined : Number(digits) }
  return { line: { ...base, item, content: parseInlines(rest.slice(marker.length), names) }, startsQuote }
}

const delimiters = { '*': 'bold', _: 'italic', '~': 'strike' } as const
type Delimiter = keyof typeof delimiters

const special = /[`<:*_~]/g

/** A line, or a part of it inside emphasis. */
export function parseInlines(text: string, names: SlackNames, style: Style = {}): Inline[] {
  const inlines: Inline[] = []
  // Delimiters that nothing closes from here on, so that no text is searched twice.
  const unclosed = new Set<Delimiter>()
  let done = 0
  const flush = (end: number) => {
    if (end > done) inlines.push(plain(unescaped(text.slice(done, end)), style))
  }
  const add = (start: number, end: number, ...parts: Inline[]) => {
    flush(start)
    inlines.push(...parts)
    done = end
    special.lastIndex = end
  }
  special.lastIndex = 0
  for (let found = special.exec(text); found !== null; found = special.exec(text)) {
    const at = found.index
    const character = found[0]
    if (character === '`') {
      const close = text.indexOf('`', at + 1)
      if (close > at + 1)
        add(at, close + 1, { kind: 'code', code: unescaped(text.slice(at + 1, close)), style })
    } else if (character === '<') {
      const close = text.indexOf('>', at + 1)
      if (close > at + 1) add(at, close + 1, angleToken(text.slice(at + 1, close), names, style))
    } else if (character === ':') {
      const emoji = emojiAt(text, at, names, style)
      if (emoji !== undefined) add(at, emoji.end, emoji.inline)
    } else {
      const delimiter = character as Delimiter
      const kind = delimiters[delimiter]
      if (style[kind] || unclosed.has(delimiter) || !opens(text, at)) continue
      const close = closingOf(text, at, delimiter)
      if (close === undefined) {
        unclosed.add(delimiter)
        continue
      }
      const resume = special.lastIndex
      const inner = parseInlines(text.slice(at + 1, close), names, { ...style, [kind]: true })
      special.lastIndex = resume
      add(at, close + 1, ...inner)
    }
  }
  flush(text.length)
  return inlines
}

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)
const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character)

/** Markup opens after the start, a space or punctuation, and never before a space or itself. */
function opens(text: string, at: number): boolean {
  const before = text[at - 1]
  const after = text[at + 1]
  return !isWord(before) && before !== text[at] && !isSpace(after) && after !== text[at]
}

/** The closing delimiter, outside code and `<…>`: not after a space, and before the end, a space or punctuation. */
function closingOf(text: string, open: number, delimiter: Delimiter): number | undefined {
  for (let at = open + 1; at < text.length; at++) {
    const character = text[at]
    if (character === '`' || character === '<') {
      const close = text.indexOf(character === '<' ? '>' : '`', at + 1)
      if (close > 0) at = close
    } else if (character === delimiter && at > open + 1) {
      const after = text[at + 1]
      if (!isSpace(text[at - 1]) && !isWord(after) && after !== delimiter && text[at - 1] !== delimiter)
        return at
    }
  }
  return undefined
}

const emojiName = /:([^\s:`<>]{1,100}):(?::(skin-tone-[2-6]):)?/y

function emojiAt(
  text: string,
  at: number,
  names: SlackNames,
  style: Style,
): { inline: Inline; end: number } | undefined {
  emojiName.lastIndex = at
  const match = emojiName.exec(text)
  if (match === null) return undefined
  const [all, name = '', tone] = match
  const inline = emojiByName(unescaped(tone === undefined ? name : `${name}::${tone}`), names, style)
  return inline === undefined ? undefined : { inline, end: at + all.length }
}
