import type { SourceId } from '../source-id.ts'
import {
  type Block,
  type Document,
  type Inline,
  type Line,
  line,
  plain,
  type Style,
} from '../text/document.ts'

/** Objects of the archive that Discord texts refer to. */
export interface DiscordNames {
  /** The name of a user, for mentions. */
  userName(id: SourceId): string | undefined
  /** The name of a role, which becomes text. */
  roleName(id: SourceId): string | undefined
  hasEmoji(id: SourceId): boolean
}

/** Discord's Markdown, parsed: code first, then spoilers, then lines. */
export function parseDiscordText(text: string, names: DiscordNames): Document {
  const blocks: Block[] = []
  let done = 0
  const source = text.replace(/\r\n?/g, '\n')
  for (const match of source.matchAll(/```(?:([\w+#.-]+)\n)?([\s\S]*?)```/g)) {
    const [all, language, code = ''] = match
    const before = source.slice(done, match.index).replace(/\n$/, '')
    if (before !== '') blocks.push(...parseSpoilers(before, names))
    if (code.trim() !== '') blocks.push({ kind: 'code', code, language })
    done = match.index + all.length
    if (source[done] === '\n') done++
  }
  if (done < source.length || blocks.length === 0) blocks.push(...parseSpoilers(source.slice(done), names))
  return blocks
}

/** A spoiler is a block here, so it interrupts its line. */
function parseSpoilers(text: string, names: DiscordNames): Document {
  const blocks: Block[] = []
  let done = 0
  for (const match of text.matchAll(/\|\|([\s\S]+?)\|\|/g)) {
    const before = text.slice(done, match.index).trimEnd()
    if (before !== '') blocks.push(...parseLines(before, names))
    blocks.push({ kind: 'spoiler', content: parseLines(match[1] ?? '', names) })
    done = match.index + match[0].length
  }
  const rest = done === 0 ? text : text.slice(done).trimStart()
  if (rest !== '') blocks.push(...parseLines(rest, names))
  return blocks
}

function parseLines(text: string, names: DiscordNames): Line[] {
  let quotesRest = false
  return text.split('\n').map((row) => {
    const [quote = ''] = quotesRest ? [] : (/^(?:>>> |> )/.exec(row) ?? [])
    if (quote === '>>> ') quotesRest = true
    const parsed = parseLine(row.slice(quote.length), names)
    return quotesRest || quote !== '' ? { ...parsed, isQuoted: true } : parsed
  })
}

function parseLine(row: string, names: DiscordNames): Line {
  const small = row.startsWith('-# ') ? row.slice(3) : row
  const [, marks, title = ''] = /^(#{1,3}) (.*)$/.exec(small) ?? []
  if (marks !== undefined) return { ...line(...parseInlines(title, names)), heading: marks.length }
  const [marker, spaces = '', , digits] = /^( *)(?:([*-])|(\d{1,9})\.) +(?=\S)/.exec(small) ?? []
  if (marker === undefined) return line(...parseInlines(small, names))
  const number = digits === undefined ? undefined : Number(digits)
  return {
    ...line(...parseInlines(small.slice(marker.length), names)),
    item: { level: Math.floor(spaces.length / 2), number },
  }
}

const token =
  /\\([^\p{L}\p{N}\s])|(`+)([^`]+)\2|<@!?(\d+)>|<#(\d+)>|<@&(\d+)>|<a?:(\w+):(\d+)>|<t:(-?\d+)(?::[a-zA-Z])?>|\[([^\][]+)\]\(<?([^()\s<>]+)>?\)|<(https?:[^\s>]+)>|(https?:\/\/[^\s<>]+)|@(everyone|here)\b|(\*{1,3}|_{1,3}|~~)(?=\S)/gu

const styleOf: Record<string, Style> = {
  '*': { italic: true },
  _: { italic: true },
  '**': { bold: true },
  // Underlining has no counterpart.
  __: {},
  '***': { bold: true, italic: true },
  ___: { italic: true },
  '~~': { strike: true },
}

export function parseInlines(text: string, names: DiscordNames, style: Style = {}): Inline[] {
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
    const mark = match[15]
    if (mark === undefined) {
      const { inline, length } = inlineOf(match, names, style)
      add(at, at + length, inline)
      continue
    }
    if (unclosed.has(mark) || (mark.startsWith('_') && /[\p{L}\p{N}]/u.test(text[at - 1] ?? ' '))) continue
    const start = at + mark.length
    const close = closingOf(text, start, mark)
    if (close < 0) unclosed.add(mark)
    else
      add(
        at,
        close + mark.length,
        ...parseInlines(text.slice(start, close), names, { ...style, ...styleOf[mark] }),
      )
  }
  if (done < text.length) inlines.push(plain(text.slice(done), style))
  return inlines
}

function closingOf(text: string, from: number, mark: string): number {
  for (let at = text.indexOf(mark, from + 1); at >= 0; at = text.indexOf(mark, at + 1)) {
    const after = text[at + mark.length]
    if (/\s/.test(text[at - 1] ?? ' ') || after === mark[0] || text[at - 1] === '\\') continue
    if (!mark.startsWith('_') || after === undefined || !/[\p{L}\p{N}]/u.test(after)) return at
  }
  return -1
}

function inlineOf(
  match: RegExpExecArray,
  names: DiscordNames,
  style: Style,
): { inline: Inline; length: number } {
  const [all, escaped, , code, user, channel, role, emojiName, emojiId, seconds, label, target, angled, url] =
    match
  const whole = (inline: Inline) => ({ inline, length: all.length })
  if (escaped !== undefined) return whole(plain(escaped, style))
  if (code !== undefined) return whole({ kind: 'code', code, style })
  if (user !== undefined) return whole(mentionOf(user, names, style))
  if (channel !== undefined)
    return whole({ kind: 'reference', to: { kind: 'channel', channel, fallback: `#${channel}` }, style })
  if (role !== undefined) return whole(plain(`@${names.roleName(role) ?? 'role'}`, style))
  if (emojiId !== undefined) return whole(emojiOf(emojiName ?? '', emojiId, names, style))
  if (seconds !== undefined) return whole({ kind: 'time', seconds: Number(seconds), style })
  if (target !== undefined) return whole({ kind: 'link', url: target, label, style })
  if (angled !== undefined) return whole({ kind: 'link', url: angled, style })
  if (url !== undefined) {
    const clean = url.replace(/[.,;:!?*_~|)]+$/, '')
    return { inline: { kind: 'link', url: clean, style }, length: clean.length }
  }
  return whole({ kind: 'wildcard', name: 'all', style })
}

export const mentionOf = (user: SourceId, names: DiscordNames, style?: Style, isSilent = false): Inline => ({
  kind: 'reference',
  to: { kind: 'mention', user, isSilent, fallback: `@${names.userName(user) ?? user}` },
  style,
})

const emojiOf = (name: string, id: SourceId, names: DiscordNames, style: Style): Inline =>
  names.hasEmoji(id)
    ? { kind: 'reference', to: { kind: 'custom emoji', emoji: id, fallback: `:${name}:` }, style }
    : plain(`:${name}:`, style)
