import { maxTopicLength } from '@loquat/contract'
import { badCharacterAt } from '../../../text.ts'
import { cut, cutWithEllipsis, oneLine } from './clean.ts'

const maxChannelName = 60
const maxDescription = 1024
const maxFullName = 100
const minFullName = 2
const maxGroupName = 100

/** Removes characters that names may not have. */
function nameOf(text: string, maxLength: number): string {
  let name = oneLine(text, maxLength)
  for (let bad = badCharacterAt(name); bad !== undefined; bad = badCharacterAt(name)) {
    const characters = Array.from(name)
    characters.splice(bad - 1, 1)
    name = characters.join('')
  }
  return name.trim()
}

/** Names already used, ignoring case. A repeated name gets ` (2)`, ` (3)` and so on, within the maximum length. */
export class UniqueNames {
  readonly #used = new Set<string>()
  readonly #maxLength: number

  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  take(name: string): string {
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`
      const free = cut(name, this.#maxLength - suffix.length) + suffix
      const key = free.toLowerCase()
      if (this.#used.has(key)) continue
      this.#used.add(key)
      return free
    }
  }
}

export const uniqueChannelNames = () => new UniqueNames(maxChannelName)
export const uniqueGroupNames = () => new UniqueNames(maxGroupName)

export const channelName = (name: string) => nameOf(name, maxChannelName) || 'channel'

export const channelDescription = (text: string) => oneLine(text, maxDescription)

/** Topics keep an empty name. */
export function topicName(text: string): string {
  const name = nameOf(text, Number.POSITIVE_INFINITY)
  return name === 'general chat' || name === '(no topic)' ? '' : cutWithEllipsis(name, maxTopicLength)
}

/** Replaces characters that have a meaning in mentions. A name that is too short is completed by the handle. */
export function fullName(name: string, handle = ''): string {
  const clean = (text: string) => nameOf(text.replace(/[*`\\>"@]|\|(?=\d+$)/g, '_'), maxFullName)
  const own = clean(name)
  if (Array.from(own).length >= minFullName) return own
  return clean(`${own} ${handle}`.trim()).padEnd(minFullName, '_')
}

/** A valid name of a custom emoji; undefined if nothing remains. */
export function emojiName(name: string): string | undefined {
  const clean = name
    .toLowerCase()
    .replace(/[^0-9a-z_-]/g, '_')
    .replace(/[_-]+$/, '')
    .slice(0, 100)
  return clean === '' ? undefined : clean
}

export function groupName(name: string): string {
  const plain = nameOf(name, Number.POSITIVE_INFINITY).replace(/^(?:@|role:|user:|stream:|channel:)+/i, '')
  return cut(plain.trim(), maxGroupName) || 'group'
}

/** A valid subdomain from any text; may be too short. */
export const subdomainOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')
