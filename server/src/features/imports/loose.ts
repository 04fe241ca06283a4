/** Reading values of archives, which may have any type or be missing. */
export type Loose = Readonly<Record<string, unknown>>

export const asRecord = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {}

export const asRecords = (value: unknown): Loose[] => asList(value).map(asRecord)

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A string; numbers are accepted, anything else is empty. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

export const asTexts = (value: unknown): string[] =>
  asList(value)
    .map(asText)
    .filter((text) => text !== '')

/** A finite number; digits in a string are accepted. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Archives write booleans as `true`, `"true"` and `1`. */
export const asFlag = (value: unknown): boolean => value === true || value === 'true' || value === 1

/** The first text that is not empty. */
export const firstText = (...values: unknown[]): string =>
  values.map((value) => asText(value).trim()).find((text) => text !== '') ?? ''

/** The IDs of a JSON list in a text; none if it is not one. */
export function idsInJson(text: string): string[] {
  try {
    return asTexts(JSON.parse(text))
  } catch {
    return []
  }
}
