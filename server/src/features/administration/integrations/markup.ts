import { maxMessageLength } from '@loquat/contract'
import { truncateTopic } from '../../../directory/topics.ts'
import { badCharacterAt, firstCharacters, isLongerThan } from '../../../text.ts'
import type { WebhookMessage } from './integration.ts'

/**
 * Makes text of other services safe in messages. Our markup has no escape character, so characters that would form syntax are
 * separated by a zero-width space.
 */
const apart = '\u200b'

/** One line of text without effect: no mention, link or formula, and nothing that affects the text after it. */
export function plain(text: string, maxLength = 200): string {
  return cut(text.replace(/\s+/g, ' ').trim(), maxLength)
    .replaceAll('`', "'")
    .replace(/@(?=_?\*)|#(?=\*)|\$(?=\$)|\](?=\()|~(?=~)/g, `$&${apart}`)
}

export const cut = (text: string, maxLength: number) =>
  isLongerThan(text, maxLength) ? `${firstCharacters(text, maxLength - 1)}…` : text

/** One line of text, linked if the address is one of the web. */
export function link(text: string, address: string): string {
  const shown = plain(text)
  const target = webAddress(address)
  if (target === undefined || shown === '') return shown
  return `[${areBalanced(shown) ? shown : shown.replaceAll('[', '(').replaceAll(']', ')')}](${target})`
}

const maxAddressLength = 2_000

/** The address without characters of our markup. Undefined if it is none of the web. */
export function webAddress(address: string): string | undefined {
  if (address.length > maxAddressLength || !/^https?:/i.test(address) || !URL.canParse(address))
    return undefined
  return new URL(address).href.replace(
    /[()*'"<>[\]`|\\{}^~$]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Brackets within the text of a link are fine if each has its other half. */
function areBalanced(text: string): boolean {
  let open = 0
  for (const character of text) {
    if (character === '[') open++
    else if (character === ']' && --open < 0) return false
  }
  return open === 0
}

/** A word or two of code. */
export const code = (text: string) => `\`${cut(text.replace(/[\s`]+/g, ' ').trim(), 100) || ' '}\``

/** A block quote. The text keeps its markup, but a fence in it ends with the quote, and mentions notify nobody. */
export function quote(text: string, maxLength = 1_000): string {
  if (text.trim() === '') return ''
  const lines = cut(text.trim(), maxLength).split('\n')
  return `\n\n${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}`
}

/** A code block. Its fence is longer than any in the text, so the text cannot close it. */
export function block(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** `1 commit`, `3 commits` */
export const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`

/** A list below a sentence. `total` counts the elements that are not shown, too: `* and 2 more commits` */
export function bullets(lines: readonly string[], total = lines.length, thing = ''): string {
  if (lines.length === 0) return ''
  const left = Math.max(0, total - lines.length)
  const more = left === 0 ? [] : [`and ${thing === '' ? `${left} more` : count(left, `more ${thing}`)}`]
  return `\n\n${[...lines, ...more].map((line) => `* ${line}`).join('\n')}`
}

/** Names in a sentence: `ripe, sweet and 3 more` */
export function enumeration(names: readonly string[], total = names.length): string {
  const shown = names.map((name) => plain(name, 60)).filter((name) => name !== '')
  const left = Math.max(0, total - names.length)
  if (left > 0) return `${shown.join(', ')} and ${left} more`
  const last = shown.pop() ?? ''
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`
}

/** Details behind a sentence: ` (high, in main)` */
export function inParentheses(...details: string[]): string {
  const shown = details.filter((detail) => detail !== '')
  return shown.length === 0 ? '' : ` (${shown.join(', ')})`
}

/** A time that everyone sees in their own time zone: seconds since 1970, or any text that `Date` understands. */
export function time(text: string): string {
  const date = new Date(/^\d{1,10}(\.\d+)?$/.test(text) ? Number(text) * 1_000 : text)
  const year = date.getUTCFullYear()
  return year >= 1970 && year < 10_000 ? `<time:${date.toISOString().slice(0, 19)}Z>` : ''
}

/** A topic of several names, the most important first, because long topics are truncated. */
export const topicOf = (...names: string[]) => names.filter((name) => name !== '').join(' / ')

/** Makes a message valid whatever an integration returned: it fits, can be stored, notifies nobody and runs no command. */
export function fitted({ topic, content }: WebhookMessage, title: string): WebhookMessage | undefined {
  if (content.trim() === '') return undefined
  const safe = content.replace(/@(?=_?\*)/g, `@${apart}`).replace(/^\s*(?=\/)/, apart)
  const name = topic.replace(/\s+/g, ' ').trim()
  const isUsable = name !== '' && badCharacterAt(name) === undefined
  return {
    topic: truncateTopic(isUsable ? name : title),
    content: cut(safe.toWellFormed(), maxMessageLength),
  }
}
