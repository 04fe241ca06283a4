/** What others sent, looked at with care: whatever is not as expected is as if it were not there. */

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textIn = (record: Record<string, unknown>, name: string): string => {
  const value = record[name]
  return typeof value === 'string' ? value : ''
}

export const arrayIn = (record: Record<string, unknown>, name: string): unknown[] => {
  const value = record[name]
  return Array.isArray(value) ? value : []
}

/** A number as widgets count with. */
export function indexIn(record: Record<string, unknown>, name: string): number | undefined {
  const value = record[name]
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}
