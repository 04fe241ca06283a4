import { isInCode } from '../messages/in-code.ts'

/** Mentions in a text that notify. Silent mentions and code do not count. */
export interface Mentions {
  /** As written: a name, optionally with an ID. */
  people: { name: string; id: number | undefined; from: number }[]
  groups: { name: string; from: number }[]
  wildcards: { name: string; from: number }[]
  /** Linked channels. */
  channels: string[]
}

const wildcardNames = new Set(['all', 'everyone', 'stream', 'channel', 'topic', 'here'])
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

/** Makes the mention at `from` silent. */
export const withSilentMention = (text: string, from: number): string =>
  `${text.slice(0, from)}@_${text.slice(from + 1)}`
