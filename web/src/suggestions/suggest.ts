import { isInCode, opensFence } from '../messages/in-code.ts'

/** A completion at the caret. The text from `from` to the caret is replaced. */
export type Suggestion = { from: number; query: string } & (
  | { kind: 'people'; isSilent: boolean }
  | { kind: 'channels' }
  | { kind: 'topics'; channel: string }
  | { kind: 'emoji' }
  | { kind: 'commands' }
  | { kind: 'languages' }
  | { kind: 'time' }
)

/** Longer than any name. */
const maxQueryLength = 100
/** After letters and digits, a sign is part of a word, such as an email address or a time. */
const boundary = '(?<![\\p{L}\\p{N}_])'

const mention = new RegExp(`${boundary}@(_?)(\\*{0,2})([^@\\n]*)$`, 'u')
const topicLink = /#\*\*((?:(?!\*\*)[^\n>])+)>((?:(?!\*\*)[^\n])*)$/u
const channelLink = new RegExp(`${boundary}(?<!#)#(\\*{0,2})([^#\\n]*)$`, 'u')
const emoji = /(?<![\p{L}\p{N}_:]):([\p{L}\p{N}_+-]{2,})$/u
const language = /(?:^|\n)[ \t]*(?:`{3,}|~{3,})([^\s`]*)$/u
const time = /<time:([^>\n]*)$/u

export function suggestionAt(text: string, caret: number): Suggestion | undefined {
  const before = text.slice(Math.max(0, caret - maxQueryLength), caret)
  const start = caret - before.length
  const command = /^\/([\w-]*)$/u.exec(text.slice(0, caret))
  if (command) return { kind: 'commands', query: command[1] ?? '', from: 0 }
  const fence = language.exec(before)
  if (fence && opensFence(text, caret)) {
    const query = fence[1] ?? ''
    return { kind: 'languages', query, from: caret - query.length }
  }
  if (isInCode(text, caret)) return undefined
  const date = time.exec(before)
  if (date) return { kind: 'time', query: date[1] ?? '', from: start + date.index }
  return linkAt(before, start) ?? mentionAt(before, start) ?? emojiAt(before, start)
}

/** Names may contain blanks but not start with one. A closed mention is complete. */
const isName = (query: string) => !/^\s/u.test(query) && !query.includes('**')

function mentionAt(before: string, start: number): Suggestion | undefined {
  const found = mention.exec(before)
  const [, silent, , query = ''] = found ?? []
  if (found === null || !isName(query)) return undefined
  return { kind: 'people', isSilent: silent === '_', query, from: start + found.index }
}

function linkAt(before: string, start: number): Suggestion | undefined {
  const topic = topicLink.exec(before)
  const [, channel = '', wanted = ''] = topic ?? []
  if (topic !== null) return { kind: 'topics', channel, query: wanted, from: start + topic.index }
  const found = channelLink.exec(before)
  const [, , query = ''] = found ?? []
  if (found === null || !isName(query)) return undefined
  return { kind: 'channels', query, from: start + found.index }
}

function emojiAt(before: string, start: number): Suggestion | undefined {
  const found = emoji.exec(before)
  return found === null ? undefined : { kind: 'emoji', query: found[1] ?? '', from: start + found.index }
}

/** A chosen suggestion. */
export type Choice =
  /** `id` for namesakes. */
  | { kind: 'person'; name: string; id?: number }
  | { kind: 'wildcard'; name: string }
  | { kind: 'group'; name: string }
  /** `goOn`: continue with a topic. */
  | { kind: 'channel'; name: string; goOn?: boolean }
  | { kind: 'topic'; channel: string; topic: string }
  /** `markup`: `:name:`, or its characters. */
  | { kind: 'emoji'; name: string; markup: string }
  | { kind: 'command'; name: string }
  | { kind: 'language'; name: string }
  /** As in `2026-11-14T09:32:00+01:00`. */
  | { kind: 'time'; time: string }

/** Replaces the text between `from` and `to`, and moves the caret. */
export interface TextEdit {
  from: number
  to: number
  text: string
  caret: number
}

export function applyChoice(text: string, caret: number, suggestion: Suggestion, choice: Choice): TextEdit {
  const isSilent = suggestion.kind === 'people' && suggestion.isSilent
  const inserted = markupOf(choice, isSilent)
  const { from } = suggestion
  const isLink = /^[@#]_?\*\*/.test(text.slice(from, caret))
  // Closing stars of a mention that was opened by hand are replaced, too.
  const to = caret + (isLink && text.startsWith('**', caret) ? 2 : 0)
  if (isUnfinished(choice)) return { from, to, text: inserted, caret: from + inserted.length }
  const hasBlank = /^\s/u.test(text.slice(to))
  return { from, to, text: hasBlank ? inserted : `${inserted} `, caret: from + inserted.length + 1 }
}

const isUnfinished = (choice: Choice) =>
  choice.kind === 'language' || (choice.kind === 'channel' && choice.goOn === true)

function markupOf(choice: Choice, isSilent: boolean): string {
  const at = isSilent ? '@_' : '@'
  switch (choice.kind) {
    case 'person':
      return `${at}**${choice.name}${choice.id === undefined ? '' : `|${choice.id}`}**`
    case 'wildcard':
      return `${at}**${choice.name}**`
    case 'group':
      return `${at}*${choice.name}*`
    case 'channel':
      return choice.goOn ? `#**${choice.name}>` : `#**${choice.name}**`
    case 'topic':
      return `#**${choice.channel}>${choice.topic}**`
    case 'emoji':
      return choice.markup
    case 'command':
      return `/${choice.name}`
    case 'language':
      return choice.name
    case 'time':
      return `<time:${choice.time}>`
  }
}
