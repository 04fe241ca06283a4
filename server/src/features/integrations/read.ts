/**
 * Reading JSON of which nothing is known. A path such as `repository.owner.login` leads through objects; where it does not
 * lead anywhere, there is an empty text, an empty list, nothing.
 */
export function valueAt(payload: unknown, path: string): unknown {
  let value = payload
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Longer than any message: nobody reads on, and nothing needs to be done to all of a megabyte. */
const longestText = 10_000

/** The first of the paths that has text, or a number, in it. Without what cannot be shown or stored. */
export function textAt(payload: unknown, ...paths: string[]): string {
  for (const path of paths) {
    const text = asText(path === '' ? payload : valueAt(payload, path))
    if (text !== '') return text
  }
  return ''
}

const asText = (value: unknown) =>
  typeof value === 'string' ? cleaned(value) : typeof value === 'number' ? String(value) : ''

// Control characters would do nothing but hide something. Tabs and ends of lines are part of texts.
const invisible = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufdd0-\ufdef\ufffe\uffff]/g

const cleaned = (text: string) =>
  text.slice(0, longestText).toWellFormed().replace(/\r\n?/g, '\n').replace(invisible, '').trim()

export const isTrueAt = (payload: unknown, path: string) => valueAt(payload, path) === true

/** The first elements of a list. */
export function listAt(payload: unknown, path: string, most = 20): unknown[] {
  const value = valueAt(payload, path)
  return Array.isArray(value) ? value.slice(0, most) : []
}

/** How many elements there are, whoever reads them. */
export function countAt(payload: unknown, path: string): number {
  const value = valueAt(payload, path)
  return Array.isArray(value) ? value.length : 0
}

/** The fields of an object that hold text. */
export function textsAt(payload: unknown, path: string, most = 20): [string, string][] {
  const value = valueAt(payload, path)
  if (!isObject(value)) return []
  return Object.keys(value)
    .slice(0, most)
    .map((name): [string, string] => [cleaned(name), asText(value[name])])
    .filter(([name, text]) => name !== '' && text !== '')
}
