import { readFileSync } from 'node:fs'

/**
 * Replies and events that the tests have seen, by endpoint and by event. They are kept in files because the page shows
 * them; the tests say when one no longer has the form of what they see (`expectRecorded`).
 */
export type Recorded = Readonly<Record<string, unknown>>
export type RecordedKind = 'replies' | 'events'

export const recordedFile = (kind: RecordedKind) => new URL(`./recorded/${kind}.json`, import.meta.url)

export function readRecorded(kind: RecordedKind): Recorded {
  return JSON.parse(readFileSync(recordedFile(kind), 'utf8')) as Recorded
}
