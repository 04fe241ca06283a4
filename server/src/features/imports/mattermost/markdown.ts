import type { SourceId } from '../source-id.ts'
import { codeOfShortName, emojiMarkdown } from '../text/emoji.ts'
import { type ImportText, joinText, type Reference } from '../text/text.ts'

/** Objects of the archive that Mattermost texts refer to. */
export interface MattermostNames {
  /** The ID of a user, by user name. */
  user(name: string): SourceId | undefined
  /** The ID of a channel of the team, by its name in URLs. */
  channel(name: string): SourceId | undefined
  hasEmoji(name: string): boolean
}

/**
 * Mattermost's Markdown as ours. Both are close to CommonMark, so most of it stays as it is; code is never touched.
 */
export function convertMarkdown(text: string, names: MattermostNames): ImportText {
  const parts: (string | Reference)[] = []
  const lists = new ListIndent()
  const rows = text.replace(/\r\n?/g, '\n').split('\n')
  let isAfterBlank = true
  for (let at = 0; at < rows.length; at++) {
    if (at > 0) parts.push('\n')
    const row = rows[at]!
    const fence = openingFence(row)
    if (fence !== undefined) {
      const end = closingLine(rows, at, fence)
      const ticks = fence.mark.repeat(fence.length)
      const code = rows.slice(at + 1, end).map((line) => withoutIndent(line, fence.indent))
      parts.push([ticks + fence.language, ...code, ticks].join('\n'))
      at = end
      isAfterBlank = false
      continue
    }
    if (isAfterBlank && /^(?: {4}|\t)/.test(row) && !lists.isOpen) parts.push(row)
    else parts.push(...convertLine(row, lists, names))
    isAfterBlank = row.trim() === ''
  }
  const [first, ...rest] = joinText(parts)
  return typeof first === 'string' && first.startsWith('/me ')
    ? [`&#47;${first.slice(1)}`, ...rest]
    : first === undefined
      ? []
      : [first, ...rest]
}

interface Fence {
  indent: number
  mark: string
  length: number
  language: string
}

function openingFence(row: string): Fence | undefined {
  const [, spaces = '', marks, info = ''] = /^( {0,3})(`{3,}|~{3,})\s*([^`~]*)$/.exec(row) ?? []
  if (marks === undefined) return undefined
  const [language = ''] = /^[\w+#.-]*/.exec(info.trim()) ?? []
  return {
    indent: spaces.length,
    mark: marks[0]!,
    length: marks.length,
    language: /^(?:latex|tex)$/i.test(language) ? 'math' : language,
  }
}

/** The line that closes a fence, or the end: fences need not be closed. */
function closingLine(rows: readonly string[], open: number, { mark, length }: Fence): number {
  for (let at = open + 1; at < rows.length; at++) {
    const row = rows[at]!.trim()
    if (row.length >= length && row === mark.repeat(row.length)) return at
  }
  return rows.length
}

const withoutIndent = (row: string, indent: number) => {
  let at = 0
  while (at < indent && row[at] === ' ') at++
  return row.slice(at)
}

/** Nested lists are indented by two spaces per level here, and by two to four there. */
class ListIndent {
  #indents: number[] = []

  get isOpen(): boolean {
    return this.#indents.length > 0
  }

  /** The indentation of an item here. */
  item(indent: number): string {
    while (this.#indents.length > 0 && this.#indents.at(-1)! >= indent) this.#indents.pop()
    this.#indents.push(indent)
    return '  '.repeat(this.#indents.length - 1)
  }

  text(row: string): void {
    if (row.trim() !== '' && !row.startsWith(' ')) this.#indents = []
  }
}

function convertLine(row: string, lists: ListIndent, names: MattermostNames): (string | Reference)[] {
  const [all, spaces = '', marker = ''] = /^([ \t]*)((?:[*+-]|\d{1,9}[.)])[ \t]+)(?=\S)/.exec(row) ?? []
  const isRule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(row)
  if (isRule) return [row]
  if (all === undefined) {
    lists.text(row)
    return new LineConverter(row, names).convert()
  }
  const indent = lists.item(spaces.replaceAll('\t', '    ').length)
  return [indent + marker.replace(')', '.'), ...new LineConverter(row.slice(all.length), names).convert()]
}

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)
const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character)

/** Converts the inline markup of one line, from left to right. */
class LineConverter {
  readonly #text: string
  readonly #names: MattermostNames
  readonly #parts: (string | Reference)[] = []
  #at = 0
  /** Runs of underscores that nothing closes, by length. */
  readonly #unclosed = new Set<number>()

  constructor(text: string, names: MattermostNames) {
    this.#text = text
    this.#names = names
  }

  convert(): (string | Reference)[] {
    const special = /[\\`<!*_:@~]|\[|\bhttps?:\/\//g
    while (this.#at < this.#text.length) {
      special.lastIndex = this.#at
      const found = special.exec(this.#text)
      if (found === null) break
      this.#copyTo(found.index)
      if (!this.#convertAt(found[0])) this.#copyTo(this.#at + 1)
    }
    this.#copyTo(this.#text.length)
    return this.#parts
  }

  #copyTo(end: number): void {
    this.#push(this.#text.slice(this.#at, end))
    this.#at = end
  }

  #push(part: string | Reference): void {
    const last = this.#parts.at(-1)
    if (part === '') return
    if (typeof part === 'string' && typeof last === 'string')
      this.#parts[this.#parts.length - 1] = last + part
    else this.#parts.push(part)
  }

  #match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at
    return expression.exec(this.#text)
  }

  #replace(match: RegExpExecArray, ...parts: (string | Reference)[]): true {
    for (const part of parts) this.#push(part)
    this.#at += match[0].length
    return true
  }

  /** False if the character is text. */
  #convertAt(start: string): boolean {
    switch (start[0]) {
      case '\\':
        this.#copyTo(Math.min(this.#at + 2, this.#text.length))
        return true
      case '`':
        return this.#code()
      case '<':
        return this.#autolink()
      case '!':
        return this.#image()
      case '[':
        return this.#link()
      case 'h':
        return this.#url()
      case '*':
        return this.#stars()
      case '_':
        return this.#underscores()
      case ':':
        return this.#emoji()
      case '@':
        return this.#mention()
      default:
        return this.#channel()
    }
  }

  #code(): boolean {
    const [run = ''] = this.#match(/`+/y) ?? []
    for (let at = this.#at + run.length; at < this.#text.length; ) {
      const open = this.#text.indexOf('`', at)
      if (open < 0) break
      let end = open
      while (this.#text[end] === '`') end++
      if (end - open === run.length) {
        this.#copyTo(end)
        return true
      }
      at = end
    }
    this.#copyTo(this.#at + run.length)
    return true
  }

  #autolink(): boolean {
    const match = this.#match(/<((?:https?|ftp|mailto):[^\s<>]+)>/y)
    return match !== null && this.#replace(match, (match[1] ?? '').replace(/^mailto:/, ''))
  }

  #image(): boolean {
    const match = this.#match(/!\[([^\][\n]*)\]\((\S+?)(?: =\d*x?\d*)?(?:\s+"[^"]*")?\)/y)
    if (match === null) return false
    const [, alt = '', url = ''] = match
    return this.#replace(match, `[${alt === '' ? url : alt}](${url})`)
  }

  #link(): boolean {
    const match = this.#match(/\[[^\][\n]*\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"]*")?\)/y)
    return match !== null && this.#replace(match, match[0])
  }

  #url(): boolean {
    const match = this.#match(/https?:\/\/[^\s<>]+/y)
    return match !== null && this.#replace(match, match[0])
  }

  /** Emphasis directly around a mention would hide it. */
  #stars(): boolean {
    const [run = ''] = this.#match(/\*+/y) ?? []
    const mention = this.#mentionAt(this.#at + run.length)
    if (
      mention !== undefined &&
      this.#text.startsWith(run, mention.end) &&
      this.#text[mention.end + run.length] !== '*'
    ) {
      this.#addMention(mention.part)
      this.#at = mention.end + run.length
      return true
    }
    this.#copyTo(this.#at + run.length)
    return true
  }

  /** Underscores are no markup here, so emphasis gets stars. */
  #underscores(): boolean {
    const [run = ''] = this.#match(/_+/y) ?? []
    const before = this.#text[this.#at - 1]
    const start = this.#at + run.length
    const close = this.#closing(run, start)
    if (run.length > 3 || isWord(before) || isSpace(this.#text[start]) || close === undefined) {
      this.#copyTo(start)
      return true
    }
    const inner = this.#text.slice(start, close)
    const mention = this.#mentionAt(start)
    this.#at = close + run.length
    if (mention !== undefined && mention.end === close) {
      this.#addMention(mention.part)
      return true
    }
    const stars = '*'.repeat(run.length)
    this.#push(stars)
    for (const part of new LineConverter(inner, this.#names).convert()) this.#push(part)
    this.#push(stars)
    return true
  }

  #closing(run: string, from: number): number | undefined {
    if (this.#unclosed.has(run.length)) return undefined
    for (const match of this.#text.slice(from).matchAll(/`[^`]*`|https?:\/\/[^\s<>]+|_+/g)) {
      const at = from + match.index
      if (match[0] !== run || at === from) continue
      if (!isSpace(this.#text[at - 1]) && !isWord(this.#text[at + run.length])) return at
    }
    this.#unclosed.add(run.length)
    return undefined
  }

  #emoji(): boolean {
    const match = this.#match(/:([a-z0-9_+-]{1,100}):/iy)
    if (match === null) return false
    const [all, name = ''] = match
    if (this.#names.hasEmoji(name))
      return this.#replace(match, { kind: 'custom emoji', emoji: name, fallback: all })
    const code = codeOfShortName(name.toLowerCase())
    return code !== undefined && this.#replace(match, emojiMarkdown(code))
  }

  #mention(): boolean {
    if (isWord(this.#text[this.#at - 1])) return false
    const mention = this.#mentionAt(this.#at)
    if (mention === undefined) return false
    this.#addMention(mention.part)
    this.#at = mention.end
    return true
  }

  /** Trailing dots, dashes and underscores may be punctuation, so the longest known name counts. */
  #mentionAt(at: number): { part: string | Reference; end: number } | undefined {
    const expression = /@([a-z0-9._-]{1,64})/iy
    expression.lastIndex = at
    const [, full = ''] = expression.exec(this.#text) ?? []
    for (let name = full; name !== ''; name = name.slice(0, -1)) {
      const end = at + 1 + name.length
      const lower = name.toLowerCase()
      if (/^(?:all|channel|here)$/.test(lower)) return { part: '@**all**', end }
      const user = this.#names.user(lower)
      if (user !== undefined) return { part: { kind: 'mention', user, fallback: `@${name}` }, end }
      if (!/[._-]$/.test(name)) break
    }
    return undefined
  }

  /** Our renderer recognizes mentions only after these. */
  #addMention(part: string | Reference): void {
    const last = this.#parts.at(-1)
    const before = typeof last === 'string' ? last.at(-1) : last === undefined ? undefined : 'x'
    if (before !== undefined && !/[\s'"({[/<]/.test(before)) this.#push(' ')
    this.#push(part)
  }

  #channel(): boolean {
    const before = this.#text[this.#at - 1]
    if (before === '~' || isWord(before)) return false
    const match = this.#match(/~([a-z0-9][a-z0-9_-]{0,63})(?!~)/iy)
    if (match === null) return false
    for (let name = match[1] ?? ''; name !== ''; name = name.slice(0, -1)) {
      const channel = this.#names.channel(name.toLowerCase())
      if (channel !== undefined) {
        this.#addMention({ kind: 'channel', channel, fallback: `~${name}` })
        this.#at += 1 + name.length
        return true
      }
      if (!/[_-]$/.test(name)) break
    }
    return false
  }
}
