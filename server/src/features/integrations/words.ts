import { maxMessageLength } from '@loquat/contract'
import { truncateTopic } from '../../directory/topics.ts'
import { badCharacterAt, firstCharacters, isLongerThan } from '../../text.ts'
import type { Told } from './integration.ts'

/**
 * Putting what strangers wrote into our messages. Our markup has no way to escape a character, so that what would mean
 * something is kept apart by a space without width.
 */
const apart = '\u200b'

/** A line of a stranger's, as it is: no mention, link or formula, and nothing that reaches beyond it. */
export function plain(text: string, most = 200): string {
  return cut(text.replace(/\s+/g, ' ').trim(), most)
    .replaceAll('`', "'")
    .replace(/@(?=_?\*)|#(?=\*)|\$(?=\$)|\](?=\()|~(?=~)/g, `$&${apart}`)
}

export const cut = (text: string, most: number) =>
  isLongerThan(text, most) ? `${firstCharacters(text, most - 1)}…` : text

/** A stranger's line that leads to an address, if that is one of the web. */
export function link(text: string, address: string): string {
  const shown = plain(text)
  const target = webAddress(address)
  if (target === undefined || shown === '') return shown
  return `[${areBalanced(shown) ? shown : shown.replaceAll('[', '(').replaceAll(']', ')')}](${target})`
}

const longestAddress = 2_000

function webAddress(address: string): string | undefined {
  if (address.length > longestAddress || !/^https?:/i.test(address) || !URL.canParse(address))
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

/** A text with its own markup. A fence in it opens nothing, mentions are silent, and what follows is outside. */
export function quote(text: string, most = 1_000): string {
  if (text.trim() === '') return ''
  const lines = cut(text.trim(), most).split('\n')
  return `\n\n${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}`
}

/** Text as it is, in a block of its own. Its fence is longer than any that the text could close it with. */
export function block(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** `1 commit`, `3 commits` */
export const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`

/** The names of a topic, the first of which are most important. */
export const topicOf = (...names: string[]) => names.filter((name) => name !== '').join(' / ')

/**
 * What a message may be, whatever an integration says: it fits, can be stored, and neither calls anybody nor runs
 * a command.
 */
export function fitted({ topic, content }: Told, title: string): Told | undefined {
  if (content.trim() === '') return undefined
  const safe = content.replace(/@(?=_?\*)/g, `@${apart}`).replace(/^\s*(?=\/)/, apart)
  const name = topic.replace(/\s+/g, ' ').trim()
  const isUsable = name !== '' && badCharacterAt(name) === undefined
  return {
    topic: truncateTopic(isUsable ? name : title),
    content: cut(safe.toWellFormed(), maxMessageLength),
  }
}
