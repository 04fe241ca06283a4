import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { type RecordedKind, readRecorded, recordedFile } from '../recorded.ts'

/** For tests only: compares responses with the recorded ones. */

/**
 * A recording is kept as long as it has the shape of the current response. Otherwise the test fails, and with `-u`
 * the current one is recorded.
 */
export async function expectRecorded(kind: RecordedKind, seen: ReadonlyMap<string, unknown>): Promise<void> {
  const recorded = existsSync(recordedFile(kind)) ? readRecorded(kind) : {}
  const entries = [...seen]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => {
      const now = tidy(value)
      return [key, formOf(recorded[key]) === formOf(now) ? recorded[key] : now]
    })
  const text = `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
  const hint = `the ${kind} that the documentation shows; if this is meant, run the test with -u`
  await expect(text, hint).toMatchFileSnapshot(fileURLToPath(recordedFile(kind)))
}

/** The shape of a value: its fields at any depth, without values, missing fields and numeric keys. */
function formOf(value: unknown): string {
  if (value === null || value === undefined) return value === null ? '' : 'missing'
  if (Array.isArray(value)) return [...new Set(value.map(formOf))].sort().join('|')
  if (typeof value !== 'object') return ''
  const fields = Object.entries(value).map(([name, inner]) =>
    /\d|@/.test(name) ? formOf(inner) : `${name}{${formOf(inner)}}`,
  )
  return [...new Set(fields)].sort().join(' ')
}

const secrets: Record<string, string> = {
  api_key: 'abcdefghijklmnopqrstuvwxyz234567',
  csrf_token: 'a-token-of-this-session',
  qr_svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 430 430">…</svg>',
  queue_id: 'fb67bf8a-c031-47cc-84cf-ed80accacda8',
}

const isRow = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** For display: truncates lists, and removes fields that only tests need. */
function tidy(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(/http:\/\/(localhost|127\.0\.0\.1):\d+/g, 'https://chat.example.com')
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.slice(0, isRow(value[0]) ? 2 : 8).map(tidy)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      typeof inner === 'string' && secrets[name] !== undefined ? secrets[name] : tidy(inner),
    ]),
  )
}
