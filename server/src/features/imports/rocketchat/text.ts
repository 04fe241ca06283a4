import type { SourceId } from '../source-id.ts'
import { type Block, type Document, type Inline, type Line, plain, type Style } from '../text/document.ts'
import { codeOfShortName } from '../text/emoji.ts'

/** Objects of the dump that Rocket.Chat texts refer to. */
export interface RocketNames {
  user(name: string): SourceId | undefined
  channel(name: string): SourceId | undefined
  customEmoji(name: string): SourceId | undefined
}

/** Rocket.Chat's Markdown: `*bold*`, `_italic_`, `~strike~`, with code, quotes, lists and links as elsewhere. */
export function parseRocketText(text: string, names: RocketNames): Document {
  const blocks: Block[] = []
  const rows = text.replace(/\r\n?/g, '\n').split('\n')
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!
    const [, language, rest = ''] = /^\s*```([\w+#.-]*)(.*)$/.exec(row) ?? []
    if (language === undefined) {
      blocks.push(lineOf(row, names))
      continue
    }
    // Code may begin and end on one line.
    const oneLine = /^(.*)```\s*$/.exec(rest) ?? (rest === '' ? null : undefined)
    if (oneLine) {
      blocks.push({ kind: 'code', code: language + oneLine[1] })
      continue
    }
    const close = rows.findIndex((line, n) => n > at && line.trimEnd().endsWith('```'))
    if (close < 0) {
      blocks.push(lineOf(row, names))
      continue
    }
    const last = rows[close]!.trimEnd().slice(0, -3)
    const code = [rest, ...rows.slice(at + 1, close), last].join('\n')
    blocks.push({ kind: 'code', code, language })
    at = close
  }
  return blocks
}

function lineOf(row: string, names: RocketNames): Line {
  const [, quote = '', quoted = row] = /^(> ?)(.*)$/.exec(row) ?? []
  const [, marks, title = ''] = /^(#{1,4}) (.*)$/.exec(quoted) ?? []
  const base = { kind: 'line' as const, isQuoted: quote !== '' }
  if (marks !== undefined) return { ...base, heading: marks.length, content: parseInlines(title, names) }
  const [marker, spaces = '', , digits] = /^( *)(?:([*+-])|(\d{1,9})\.) +(?=\S)/.exec(quoted) ?? []
  if (marker === undefined) return { ...base, content: parseInlines(quoted, names) }
  const item = {
    level: Math.floor(spaces.length / 2),
    number: digits === undefined ? undefined : Number(digits),
  }
  return { ...base, item, content: parseInlines(quoted.slice(marker.length), names) }
}

const delimiters = { '*': 'bold', _: 'italic', '~': 'strike' } as const

const token =
  /`([^`]+)`|!?\[([^\][]*)\]\(([^()\s]+)\)|<(https?:[^\s|>]+)(?:\|([^>]*))?>|(https?:\/\/[^\s<>]+)|(?<![\p{L}\p{N}])@([\p{L}\p{N}._-]+)|(?<![\p{L}\p{N}])#([\p{L}\p{N}._-]+)|:([\w+-]+):|(?<![\p{L}\p{N}])(\*{1,2}|_{1,2}|~{1,2})(?=\S)/gu

export function parseInlines(text: string, names: RocketNames, style: Style = {}): Inline[] {
  const inlines: Inline[] = []
  const unclosed = new Set<string>()
  let done = 0
  const add = (start: number, end: number, ...parts: Inline[]) => {
    if (start > done) inlines.push(plain(text.slice(done, start), style))
    inlines.push(...parts)
    done = end
  }
  for (const match of text.matchAll(token)) {
    const at = match.index
    if (at < done) continue
    const [all, code, label, target, angled, angledLabel, url, user, channel, emoji, mark] = match
    const end = at + all.length
    if (code !== undefined) add(at, end, { kind: 'code', code, style })
    else if (target !== undefined) add(at, end, { kind: 'link', url: target, label, style })
    else if (angled !== undefined) add(at, end, { kind: 'link', url: angled, label: angledLabel, style })
    else if (url !== undefined) {
      const clean = url.replace(/[.,;:!?*_~)]+$/, '')
      add(at, at + clean.length, { kind: 'link', url: clean, style })
    } else if (user !== undefined) {
      const mention = longest(user, (name) => mentionOf(name, names, style))
      if (mention !== undefined) add(at, at + 1 + mention.length, mention.inline)
    } else if (channel !== undefined) {
      const link = longest(channel, (name) => channelOf(name, names, style))
      if (link !== undefined) add(at, at + 1 + link.length, link.inline)
    } else if (emoji !== undefined) {
      const inline = emojiOf(emoji, names, style)
      if (inline !== undefined) add(at, end, inline)
    } else if (mark !== undefined) {
      const kind = delimiters[mark[0] as keyof typeof delimiters]
      const close = style[kind] || unclosed.has(mark) ? -1 : closingOf(text, end, mark)
      if (close < 0) unclosed.add(mark)
      else
        add(
          at,
          close + mark.length,
          ...parseInlines(text.slice(end, close), names, { ...style, [kind]: true }),
        )
    }
  }
  if (done < text.length) inlines.push(plain(text.slice(done), style))
  return inlines
}

function closingOf(text: string, from: number, mark: string): number {
  for (let at = text.indexOf(mark, from + 1); at >= 0; at = text.indexOf(mark, at + 1)) {
    const after = text[at + mark.length]
    if (/\S/.test(text[at - 1] ?? ' ') && (after === undefined || !/[\p{L}\p{N}*_~]/u.test(after))) return at
  }
  return -1
}

/** Trailing dots, dashes and underscores may be punctuation. */
function longest(
  name: string,
  find: (name: string) => Inline | undefined,
): { inline: Inline; length: number } | undefined {
  for (let part = name; part !== ''; part = part.slice(0, -1)) {
    const inline = find(part)
    if (inline !== undefined) return { inline, length: part.length }
    if (!/[._-]$/.test(part)) return undefined
  }
  return undefined
}

function mentionOf(name: string, names: RocketNames, style: Style): Inline | undefined {
  if (name === 'all' || name === 'here') return { kind: 'wildcard', name: 'all', style }
  const user = names.user(name)
  return user === undefined
    ? undefined
    : { kind: 'reference', to: { kind: 'mention', user, fallback: `@${name}` }, style }
}

function channelOf(name: string, names: RocketNames, style: Style): Inline | undefined {
  const channel = names.channel(name)
  return channel === undefined
    ? undefined
    : { kind: 'reference', to: { kind: 'channel', channel, fallback: `#${name}` }, style }
}

function emojiOf(name: string, names: RocketNames, style: Style): Inline | undefined {
  const custom = names.customEmoji(name)
  if (custom !== undefined)
    return { kind: 'reference', to: { kind: 'custom emoji', emoji: custom, fallback: `:${name}:` }, style }
  const code = codeOfShortName(name)
  return code === undefined ? undefined : { kind: 'emoji', code, style }
}
