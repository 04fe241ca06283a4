import { emojiCodeOf } from '../../../markdown/emoji/unicode.ts'
import { emojiMarkdown, isKnownEmoji } from './emoji.ts'
import { type ImportText, joinText, type Reference } from './text.ts'

const wildcards = new Set(['all', 'everyone', 'channel', 'stream', 'topic'])

/** Names that texts of an archive use, with their IDs there. */
export interface DialectNames {
  users: Iterable<readonly [id: number, name: string]>
  channels: Iterable<readonly [id: number, name: string]>
  groups: Iterable<readonly [id: number, name: string]>
  /** Active custom emoji. */
  emoji: Iterable<readonly [id: number, name: string]>
  /** Codes of standard emoji by their names there, for texts without evidence. */
  emojiCodes?: ReadonlyMap<string, string>
  /** Whether links to this host lead to the old server. */
  isOldHost(host: string): boolean
  /** Mentions keep their form, even of deactivated users. */
  keepsMentions?: true
}

/** Knowledge about the names of one text: users and channels may have been renamed since, and emoji names differ. */
export interface Evidence {
  /** IDs by the name in the text. */
  users: ReadonlyMap<string, number>
  channels: ReadonlyMap<string, number>
  /** Emoji codes by name. */
  emoji: ReadonlyMap<string, string>
}

export const noEvidence: Evidence = { users: new Map(), channels: new Map(), emoji: new Map() }

/** Converts texts that are in our dialect already, but have names and IDs of another server. */
export class DialectConverter {
  readonly #userIds = new Map<string, number>()
  readonly #users = new Set<number>()
  readonly #channelIds: ReadonlyMap<string, number>
  readonly #groupIds: ReadonlyMap<string, number>
  readonly #emojiIds: ReadonlyMap<string, number>
  readonly #emojiCodes: ReadonlyMap<string, string>
  readonly #isOldHost: (host: string) => boolean
  readonly #keepsMentions: boolean

  constructor(names: DialectNames) {
    for (const [id, name] of names.users) {
      this.#users.add(id)
      if (!this.#userIds.has(name)) this.#userIds.set(name, id)
    }
    this.#channelIds = idsByName(names.channels)
    this.#groupIds = idsByName(names.groups)
    this.#emojiIds = idsByName(names.emoji)
    this.#emojiCodes = names.emojiCodes ?? new Map()
    this.#isOldHost = names.isOldHost
    this.#keepsMentions = names.keepsMentions === true
  }

  /** The text with references. Code stays as it is. */
  convert(content: string, evidence: Evidence = noEvidence): ImportText {
    if (!/[@#:/]/.test(content)) return [content]
    return joinText(...outsideCode(content, (text) => this.#convertPiece(text, evidence)))
  }

  #convertPiece(text: string, evidence: Evidence): (string | Reference)[] {
    const parts: (string | Reference)[] = []
    let end = 0
    for (const match of text.matchAll(token)) {
      const reference = this.#reference(match, evidence)
      if (reference === undefined) continue
      parts.push(text.slice(end, match.index), ...reference)
      end = match.index + match[0].length
    }
    parts.push(text.slice(end))
    return parts
  }

  #reference(match: RegExpExecArray, evidence: Evidence): (string | Reference)[] | undefined {
    const [whole] = match
    const { silent, mention, groupSilent, group, channel, narrowHost, narrow, uploadHost, upload, emoji } =
      match.groups ?? {}
    if (mention !== undefined) return this.#mention(mention, silent === '_', whole, evidence)
    if (group !== undefined) {
      const id = this.#groupIds.get(group)
      return id === undefined
        ? undefined
        : [{ kind: 'group mention', group: String(id), isSilent: groupSilent === '_', fallback: whole }]
    }
    if (channel !== undefined) return this.#channel(channel, whole, evidence)
    if (narrow !== undefined) return this.#isHere(narrowHost) ? narrowReference(narrow, whole) : undefined
    if (upload !== undefined) return this.#isHere(uploadHost) ? uploadReference(upload, whole) : undefined
    return emoji === undefined ? undefined : this.#emoji(emoji, evidence)
  }

  #isHere(host: string | undefined): boolean {
    return host === undefined || this.#isOldHost(host.toLowerCase().replace(/:\d+$/, ''))
  }

  #mention(
    text: string,
    isSilent: boolean,
    fallback: string,
    { users }: Evidence,
  ): (string | Reference)[] | undefined {
    if (wildcards.has(text)) return undefined
    const [, name = '', number] = /^(.*?)(?:\|(\d+))?$/s.exec(text) ?? []
    const id = number === undefined ? (users.get(name) ?? this.#userIds.get(name)) : Number(number)
    if (id === undefined || (this.#keepsMentions && !this.#users.has(id))) return undefined
    if (this.#keepsMentions) {
      if (number === undefined) return undefined
      return [
        `@${isSilent ? '_' : ''}**${name}|`,
        { kind: 'user ID', user: String(id), fallback: number },
        '**',
      ]
    }
    return [{ kind: 'mention', user: String(id), isSilent, fallback }]
  }

  /** `#**channel**`, `#**channel>topic**` and `#**channel>topic@message**`. */
  #channel(text: string, fallback: string, { channels }: Evidence): Reference[] | undefined {
    const [, name = text, topic] = /^([^>]*)>(.*)$/s.exec(text) ?? []
    const id = channels.get(name) ?? this.#channelIds.get(name)
    if (id === undefined) return undefined
    const message = /@(\d+)$/.exec(topic ?? '')?.[1]
    if (message !== undefined) return [{ kind: 'message', message, fallback }]
    if (topic !== undefined) return [{ kind: 'topic', channel: String(id), topic, fallback }]
    return [{ kind: 'channel', channel: String(id), fallback }]
  }

  #emoji(name: string, evidence: Evidence): (string | Reference)[] | undefined {
    const custom = this.#emojiIds.get(name)
    if (custom !== undefined) return [{ kind: 'custom emoji', emoji: String(custom), fallback: `:${name}:` }]
    const code = evidence.emoji.get(name) ?? this.#emojiCodes.get(name)
    if (code === undefined || emojiCodeOf(name) === code || !isKnownEmoji(code)) return undefined
    return [emojiMarkdown(code)]
  }
}

const idsByName = (names: Iterable<readonly [number, string]>) =>
  new Map(Array.from(names, ([id, name]) => [name, id] as const))

const host = (name: string) => String.raw`(?:https?:\/\/(?<${name}>[\w.:-]+))?\/?`
const token = new RegExp(
  [
    String.raw`@(?<silent>_?)\*\*(?<mention>[^*]+)\*\*`,
    String.raw`@(?<groupSilent>_?)\*(?<group>[^*\n]+)\*`,
    String.raw`#\*\*(?<channel>[^*]+)\*\*`,
    String.raw`${host('narrowHost')}#narrow\/(?<narrow>[^\s)\]>"']+)`,
    String.raw`${host('uploadHost')}user_uploads\/(?<upload>[^\s)\]>"']+)`,
    String.raw`:(?<emoji>[\p{L}\p{N}_+-]+):`,
  ].join('|'),
  'gu',
)

/** Links to messages, topics and channels, as in the address bar. */
function narrowReference(path: string, fallback: string): (string | Reference)[] | undefined {
  const [trimmed, rest] = withoutPunctuation(path)
  const message = /\/(?:near|with|id)\/(\d+)(?:$|\/)/.exec(`/${trimmed}`)?.[1]
  if (message !== undefined)
    return [
      { kind: 'message URL', message, fallback: fallback.slice(0, fallback.length - rest.length) },
      rest,
    ]
  const [, channel, topic] =
    /^(?:stream|channel)\/(\d+)[^/]*(?:\/(?:topic|subject)\/([^/]*))?$/.exec(trimmed) ?? []
  if (channel === undefined) return undefined
  const place = topic === undefined ? {} : { topic: decodeFragment(topic) }
  return [
    { kind: 'channel URL', channel, ...place, fallback: fallback.slice(0, fallback.length - rest.length) },
    rest,
  ]
}

/** A full stop behind a link is not part of it. */
function withoutPunctuation(path: string): [path: string, rest: string] {
  const rest = /[.,;:!?*]*$/.exec(path)?.[0] ?? ''
  return [path.slice(0, path.length - rest.length), rest]
}

function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%/g, '%25').replace(/\.([0-9A-F]{2})/gi, '%$1'))
  } catch {
    return text
  }
}

function uploadReference(path: string, fallback: string): (string | Reference)[] {
  const [trimmed, rest] = withoutPunctuation(path)
  const isThumbnail = trimmed.startsWith('thumbnail/')
  const plain = trimmed.replace(/^(?:thumbnail|download)\//, '')
  // A thumbnail has its size as the last part.
  const whole = isThumbnail ? plain.split('/').slice(0, -1).join('/') : plain
  return [
    { kind: 'file URL', file: decoded(whole), fallback: fallback.slice(0, fallback.length - rest.length) },
    rest,
  ]
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const fence = /^[ >]*(`{3,}|~{3,})(.*)$/
const proseFences = /^\s*\{?\.?\s*(?:quote|spoiler)\b/

/** Applies a conversion to the text outside of code blocks and code spans. Quotes and spoilers are not code. */
function outsideCode<T>(content: string, convert: (text: string) => T[]): (T | string)[] {
  if (!content.includes('`') && !content.includes('~~~')) return convert(content)
  const parts: (T | string)[] = []
  let prose: string[] = []
  let closing: string | undefined
  const flush = () => {
    if (prose.length > 0) parts.push(...outsideSpans(`${prose.join('\n')}\n`, convert))
    prose = []
  }
  for (const line of content.split('\n')) {
    const [, marks, language = ''] = fence.exec(line) ?? []
    if (closing !== undefined) {
      parts.push(`${line}\n`)
      if (marks?.startsWith(closing) && language.trim() === '') closing = undefined
    } else if (marks !== undefined && opensCode(language, prose)) {
      flush()
      parts.push(`${line}\n`)
      closing = marks
    } else prose.push(line)
  }
  flush()
  const last = parts.at(-1)
  // Every line got a line end, the last one too.
  if (typeof last === 'string' && last.endsWith('\n')) parts[parts.length - 1] = last.slice(0, -1)
  return parts
}

/** A bare fence opens code unless it closes a quote or spoiler. */
const opensCode = (language: string, before: readonly string[]) =>
  language.trim() === '' ? !isOpenProse(before) : !proseFences.test(language)

/** Whether a quote or spoiler is open. */
function isOpenProse(lines: readonly string[]): boolean {
  let depth = 0
  for (const line of lines) {
    const [, , language] = fence.exec(line) ?? []
    if (language === undefined) continue
    if (proseFences.test(language)) depth++
    else if (language.trim() === '' && depth > 0) depth--
  }
  return depth > 0
}

function outsideSpans<T>(text: string, convert: (text: string) => T[]): (T | string)[] {
  const parts: (T | string)[] = []
  let end = 0
  for (const match of text.matchAll(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g)) {
    parts.push(...convert(text.slice(end, match.index)), match[0])
    end = match.index + match[0].length
  }
  return [...parts, ...convert(text.slice(end))]
}
