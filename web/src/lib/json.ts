/** Readers for parsed JSON from outside. A value of an unexpected type is treated as missing. */

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

/** The numbers of a list; empty if the value is not a list. */
export const numbersOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'number') : []

/** The strings of a list; empty if the value is not a list. */
export const stringsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** A non-negative integer. */
export function indexIn(record: Record<string, unknown>, name: string): number | undefined {
  const value = record[name]
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}
