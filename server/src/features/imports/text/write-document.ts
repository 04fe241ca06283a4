import type { Block, Document, Inline, Line, Style } from './document.ts'
import { emojiMarkdown } from './emoji.ts'
import {
  codeSpan,
  fenceFor,
  isTableRule,
  linkLabel,
  linkMarkdown,
  literal,
  literalBefore,
  literalStart,
} from './literal.ts'
import { type ImportText, joinText, type Reference } from './text.ts'

type Part = string | Reference

/** A parsed message as our Markdown. */
export function writeDocument(document: Document): ImportText {
  const parts: Part[] = []
  let above: Written | undefined
  for (const group of groupsOf(document)) {
    for (const written of group) {
      if (above !== undefined) parts.push(needsBlankLine(above, written) ? '\n\n' : '\n')
      parts.push(...written.parts)
      above = written
    }
  }
  const text = trimmed(joinText(parts))
  const [first, ...rest] = text
  // A command only if the sender meant it; sources write it themselves.
  return typeof first === 'string' && first.startsWith('/me ') ? [`&#47;${first.slice(1)}`, ...rest] : text
}

interface Written {
  kind: 'text' | 'blank' | 'item' | 'quote' | 'block'
  parts: Part[]
}

/** Lists and quotes go on until a blank line. */
function needsBlankLine(above: Written, below: Written): boolean {
  if (below.kind === 'blank' || below.kind === 'block') return false
  return (above.kind === 'item' || above.kind === 'quote') && above.kind !== below.kind
}

/** Quoted code and lists need a fenced quote, because `>` lines have only text. */
function* groupsOf(document: Document): Generator<Written[]> {
  for (let at = 0; at < document.length; ) {
    const block = document[at]!
    if (!isQuoted(block)) {
      const run = document.slice(
        at,
        endOf(document, at, (one) => !isQuoted(one)),
      )
      yield guardTables(run.flatMap(writeBlock))
      at += run.length
      continue
    }
    const run = document.slice(at, endOf(document, at, isQuoted))
    at += run.length
    const isSimple = run.every((one) => one.kind === 'line' && one.item === undefined)
    if (isSimple) {
      yield run.flatMap(writeBlock).map((written) => ({ kind: 'quote', parts: ['> ', ...written.parts] }))
    } else {
      const content = writeDocument(run.map((one) => ({ ...one, isQuoted: false })) as Document)
      yield [fenced('quote', content)]
    }
  }
}

const isQuoted = (block: Block) => block.kind !== 'spoiler' && block.isQuoted === true

function endOf(document: Document, from: number, test: (block: Block) => boolean): number {
  let end = from
  while (end < document.length && test(document[end]!)) end++
  return end
}

function writeBlock(block: Block): Written[] {
  switch (block.kind) {
    case 'line':
      return [writeLine(block)]
    case 'spoiler':
      return [fenced('spoiler', writeDocument(block.content))]
    case 'code': {
      const fence = fenceFor(block.code)
      const code = block.code.replace(/^\n+/, '').trimEnd()
      return [{ kind: 'block', parts: [`${fence}${block.language ?? ''}\n${code}\n${fence}`] }]
    }
  }
}

function fenced(language: string, content: ImportText): Written {
  const fence = fenceFor(content.filter((part) => typeof part === 'string').join(''))
  return { kind: 'block', parts: [`${fence}${language}\n`, ...content, `\n${fence}`] }
}

function writeLine(written: Line): Written {
  const content = writeInlines(written.content)
  if (written.item !== undefined) {
    const { level, number } = written.item
    const marker = number === undefined ? '* ' : `${number}. `
    return { kind: 'item', parts: ['  '.repeat(level) + marker, ...content] }
  }
  if (written.heading !== undefined)
    return { kind: 'text', parts: [`${'#'.repeat(written.heading)} `, ...content] }
  const [first, ...rest] = content
  if (first === undefined) return { kind: 'blank', parts: [] }
  if (typeof first !== 'string') return { kind: 'text', parts: content }
  if (rest.length === 0 && first.trim() === '') return { kind: 'blank', parts: [] }
  const start = startsWithText(written.content) ? literalStart(first, rest.length === 0) : first
  const kind = /^ {0,3}(?:[*-]|\d+\.) /.test(start) ? 'item' : 'text'
  return { kind, parts: [start, ...rest] }
}

const startsWithText = ([first]: readonly Inline[]) => first?.kind === 'text' && !hasStyle(first.style)

function guardTables(lines: Written[]): Written[] {
  for (const [n, { parts }] of lines.entries()) {
    const [only] = parts
    if (n === 0 || parts.length !== 1 || typeof only !== 'string' || !isTableRule(only)) continue
    if (lines[n - 1]?.parts.some((part) => typeof part === 'string' && part.includes('|')))
      parts[0] = only.replace('-', '&#45;')
  }
  return lines
}

const hasStyle = (style: Style | undefined) =>
  style?.bold === true || style?.italic === true || style?.strike === true

const sameStyle = (a: Style | undefined, b: Style | undefined) =>
  (a?.bold ?? false) === (b?.bold ?? false) &&
  (a?.italic ?? false) === (b?.italic ?? false) &&
  (a?.strike ?? false) === (b?.strike ?? false)

/** Mentions and links to channels do not work inside emphasis everywhere, so they interrupt it. */
const isApart = ({ kind }: Inline) => kind === 'reference' || kind === 'wildcard'

function writeInlines(inlines: readonly Inline[]): Part[] {
  const line = new LineWriter()
  for (let at = 0; at < inlines.length; ) {
    const first = inlines[at]!
    if (isApart(first)) {
      line.addApart(first)
      at++
      continue
    }
    let end = at + 1
    while (end < inlines.length && !isApart(inlines[end]!) && sameStyle(first.style, inlines[end]!.style))
      end++
    line.addRun(inlines.slice(at, end), first.style, inlines[end])
    at = end
  }
  return line.parts
}

class LineWriter {
  readonly parts: Part[] = []

  #push(part: Part): void {
    const last = this.parts.at(-1)
    if (part === '') return
    if (typeof part === 'string' && typeof last === 'string') this.parts[this.parts.length - 1] = last + part
    else this.parts.push(part)
  }

  /** The last character, or undefined at the start of the line. */
  #end(): string | undefined {
    const last = this.parts.at(-1)
    return typeof last === 'string' ? last.at(-1) : last === undefined ? undefined : '\u0000'
  }

  addApart(inline: Inline): void {
    // Only after these does our renderer recognize a mention.
    const end = this.#end()
    const isMention =
      inline.kind === 'wildcard' || (inline.kind === 'reference' && inline.to.kind !== 'custom emoji')
    if (isMention && end !== undefined && !/[\s'"({[/<]/.test(end)) this.#push(' ')
    if (inline.kind === 'reference') this.#push(inline.to)
    else if (inline.kind === 'wildcard') this.#push(`@**${inline.name}**`)
  }

  addRun(run: readonly Inline[], style: Style | undefined, after: Inline | undefined): void {
    const isStyled = hasStyle(style)
    const content: Part[] = []
    for (const [n, inline] of run.entries()) {
      const before = n === 0 ? this.#end() : lastCharacter(run[n - 1])
      content.push(...writeInline(inline, isStyled, before, run[n + 1] ?? after))
    }
    if (!isStyled) {
      for (const part of content) this.#push(part)
      return
    }
    const joined = joinText(content)
    const [lead, inner, tail] = withoutSpaces(joined)
    this.#push(lead)
    if (inner.length > 0) {
      const [open, close] = markers(style ?? {})
      // Adjacent stars would be read together.
      if (open.includes('*') && this.#end() === '*') this.#push('\u200b')
      this.#push(open)
      for (const part of inner) this.#push(part)
      this.#push(close)
    }
    this.#push(tail)
  }
}

function markers({ bold, italic, strike }: Style): [string, string] {
  const stars = '*'.repeat((bold ? 2 : 0) + (italic ? 1 : 0))
  return strike ? [`~~${stars}`, `${stars}~~`] : [stars, stars]
}

/** The spaces around a text, which must be outside emphasis. */
function withoutSpaces(text: ImportText): [string, Part[], string] {
  const parts = [...text]
  const first = parts[0]
  if (parts.length === 1 && typeof first === 'string' && first.trim() === '') return [first, [], '']
  let lead = ''
  let tail = ''
  if (typeof first === 'string') {
    parts[0] = first.trimStart()
    lead = first.slice(0, first.length - parts[0].length)
  }
  const last = parts.at(-1)
  if (typeof last === 'string') {
    const trimmed = last.trimEnd()
    tail = last.slice(trimmed.length)
    parts[parts.length - 1] = trimmed
  }
  return [lead, parts.filter((part) => part !== ''), tail]
}

function lastCharacter(inline: Inline | undefined): string | undefined {
  return inline?.kind === 'text' ? inline.text.at(-1) : inline === undefined ? undefined : '\u0000'
}

const startsApart = (after: Inline | undefined) =>
  after === undefined || (after.kind === 'text' && /^[\s,.;:!?)]*(?:\s|$)/.test(after.text))

function writeInline(
  inline: Inline,
  isStyled: boolean,
  before: string | undefined,
  after: Inline | undefined,
): Part[] {
  switch (inline.kind) {
    case 'text':
      return [textBefore(after, literal(inline.text, isStyled))]
    case 'code':
      return [codeSpan(inline.code) ?? inline.code]
    case 'link': {
      const isBetweenSpaces = (before === undefined || /[\s("']/.test(before)) && startsApart(after)
      return [linkMarkdown(inline.url, inline.label, isBetweenSpaces)]
    }
    case 'reference link':
      return [`[${linkLabel(inline.label)}](`, inline.to, ')']
    case 'time':
      return [timeMarkdown(inline.seconds)]
    case 'emoji':
      return [emojiMarkdown(inline.code)]
    case 'converted':
      return [...inline.text]
    case 'reference':
      return [inline.to]
    case 'wildcard':
      return [`@**${inline.name}**`]
  }
}

function textBefore(after: Inline | undefined, text: string): string {
  if (after?.kind === 'link' || after?.kind === 'reference link') return literalBefore(text, 'link')
  return after?.kind === 'code' ? literalBefore(text, 'code') : text
}

function timeMarkdown(seconds: number): string {
  const time = new Date(seconds * 1_000)
  return Number.isNaN(time.valueOf()) ? '' : `<time:${time.toISOString().replace(/\.\d+Z$/, 'Z')}>`
}

/** Without blank lines at the ends. */
function trimmed(text: ImportText): ImportText {
  const parts = [...text]
  const first = parts[0]
  if (typeof first === 'string') parts[0] = first.replace(/^(?:[^\S\n]*\n)+/, '')
  const last = parts.at(-1)
  if (typeof last === 'string') parts[parts.length - 1] = last.trimEnd()
  return parts.filter((part) => part !== '')
}
