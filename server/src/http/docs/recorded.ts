import { readFileSync } from 'node:fs'

/**
 * Replies and events recorded by the tests, by endpoint and by event. Stored in files because the page shows them;
 * the tests fail if one no longer has the current shape (`expectRecorded`).
 */
export type Recorded = Readonly<Record<string, unknown>>
export type RecordedKind = 'replies' | 'events'

export const recordedFile = (kind: RecordedKind) => new URL(`./recorded/${kind}.json`, import.meta.url)

export function readRecorded(kind: RecordedKind): Recorded {
  return JSON.parse(readFileSync(recordedFile(kind), 'utf8')) as Recorded
}
