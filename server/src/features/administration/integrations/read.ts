/**
 * Reads JSON of unknown shape. A path such as `repository.owner.login` or `commits.0.id` leads through objects and lists; if
 * it leads nowhere, the result is an empty text or list, or undefined.
 */
export function valueAt(payload: unknown, path: string): unknown {
  let value = payload
  for (const name of path.split('.')) {
    if (!isContainer(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const isObject = (value: unknown): value is Record<string, unknown> =>
  isContainer(value) && !Array.isArray(value)

/** Longer than any message, and short enough that processing it costs nothing. */
const maxTextLength = 10_000

/** Text or number at the first of the paths that has one, without characters that cannot be shown or stored. */
export function textAt(payload: unknown, ...paths: string[]): string {
  for (const path of paths) {
    const text = asText(path === '' ? payload : valueAt(payload, path))
    if (text !== '') return text
  }
  return ''
}

const asText = (value: unknown) =>
  typeof value === 'string' ? cleaned(value) : typeof value === 'number' ? String(value) : ''

// Control characters except tabs and line ends.
const invisible = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufdd0-\ufdef\ufffe\uffff]/g

const cleaned = (text: string) =>
  text.slice(0, maxTextLength).toWellFormed().replace(/\r\n?/g, '\n').replace(invisible, '').trim()

/** How Slack and others check a URL: the response must repeat the challenge. */
export const urlVerification = (payload: unknown) =>
  valueAt(payload, 'type') === 'url_verification' ? textAt(payload, 'challenge') : ''

export const isTrueAt = (payload: unknown, path: string) => valueAt(payload, path) === true

/** The first elements of a list. */
export function listAt(payload: unknown, path: string, limit = 20): unknown[] {
  const value = valueAt(payload, path)
  return Array.isArray(value) ? value.slice(0, limit) : []
}

/** Number of all elements, including those that `listAt` leaves out. */
export function countAt(payload: unknown, path: string): number {
  const value = valueAt(payload, path)
  return Array.isArray(value) ? value.length : 0
}

/** A text of each of the first elements of a list. */
export const textsIn = (payload: unknown, path: string, field: string, limit = 10): string[] =>
  listAt(payload, path, limit)
    .map((element) => textAt(element, field))
    .filter((text) => text !== '')

/** The fields of an object that hold text. */
export function textsAt(payload: unknown, path: string, limit = 20): [string, string][] {
  const value = valueAt(payload, path)
  if (!isObject(value)) return []
  return Object.keys(value)
    .slice(0, limit)
    .map((name): [string, string] => [cleaned(name), asText(value[name])])
    .filter(([name, text]) => name !== '' && text !== '')
}
