import { ascending } from './conversation.ts'

/** `12-design`. Only the ID counts; the name is for people. */
export function slugged(id: number, name: string | undefined): string {
  const words = (name ?? '')
    .normalize('NFC')
    .toWellFormed()
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu)
  return words === null ? String(id) : `${id}-${encodeURIComponent(words.join('-'))}`
}

/** Parses an ID: digits only, at most the largest safe integer. */
export function toId(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined || !/^\d{1,16}$/.test(text)) return undefined
  const id = Number(text)
  return Number.isSafeInteger(id) ? id : undefined
}

export const sluggedId = (segment: string): number | undefined => toId(/^(\d+)(?:-.*)?$/s.exec(segment)?.[1])

/** `7`, `7-ana` or `7,9,14`, with anything after a dash. */
export function sluggedIds(segment: string): number[] | undefined {
  const list = /^(\d+(?:,\d+)*)(?:-.*)?$/s.exec(segment)?.[1]
  const ids = list?.split(',').map(toId)
  return ids?.every((id) => id !== undefined) ? ascending(ids as number[]) : undefined
}

const escapes: Record<string, string> = { '~': '~~', '/': '~s', '\\': '~b' }
const unescapes: Record<string, string> = { '~': '~', s: '/', b: '\\', d: '.' }

/**
 * A topic as a segment of a path. Characters that browsers and proxies normalize (slashes, a leading dot) are escaped before the usual
 * encoding, and the empty topic is a lone tilde.
 */
export function topicSegment(topic: string): string {
  if (topic === '') return '~'
  const safe = topic
    .toWellFormed()
    .replace(/[~/\\]/g, (character) => escapes[character] ?? character)
    .replace(/^\./, '~d')
  return encodeURIComponent(safe)
}

/** The topic of a decoded segment. Unknown escapes are kept. */
export const topicOf = (segment: string): string =>
  segment === '~' ? '' : segment.replace(/~([~sbd])/g, (_, code: string) => unescapes[code] ?? code)
