import { isInCode } from '../messages/in-code.ts'

/** Whom a text names so that they are told. Silent mentions, and what is code, are none. */
export interface Mentions {
  /** As written: a name, or a name with an id. */
  people: { name: string; id: number | undefined; from: number }[]
  groups: { name: string; from: number }[]
  wildcards: { name: string; from: number }[]
  /** Channels that are linked to. */
  channels: string[]
}

const wildcardNames = new Set(['all', 'everyone', 'stream', 'channel', 'topic'])
const marks = /(?<![\p{L}\p{N}_])(?:@\*\*([^*\n]+)\*\*|@\*([^*\n]+)\*|#\*\*([^*\n]+)\*\*)/gu

export function mentionsIn(text: string): Mentions {
  const found: Mentions = { people: [], groups: [], wildcards: [], channels: [] }
  for (const match of text.matchAll(marks)) {
    const [, person, group, channel] = match
    const from = match.index
    if (isInCode(text, from)) continue
    if (group !== undefined) found.groups.push({ name: group, from })
    else if (channel !== undefined) found.channels.push(channel.split('>')[0] ?? channel)
    else if (person !== undefined && wildcardNames.has(person)) found.wildcards.push({ name: person, from })
    else if (person !== undefined) {
      const [, name = person, id] = /^(.*)\|(\d+)$/u.exec(person) ?? []
      found.people.push({ name, id: id === undefined ? undefined : Number(id), from })
    }
  }
  return found
}

/** The same mention, told to nobody. */
export const withSilentMention = (text: string, from: number): string =>
  `${text.slice(0, from)}@_${text.slice(from + 1)}`
