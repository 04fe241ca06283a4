export type AuditValues = Readonly<Record<string, unknown>>

const hidden = '(hidden)'
/** Names of fields that hold secrets. Their values never reach the log, not even as hashes. */
const secretName =
  /password|secret|token|api_?key|authorization|cookie|_hash$|^hash$|^key$|sealed|config_data/i

const maxTextLength = 500
const maxItems = 200
const maxDepth = 5
/** A larger document is replaced by its field names. */
const maxDocumentLength = 16_000

/** The fields that differ between two states, or undefined if none does. With one state, all of its fields. */
export function changedParts(
  before: AuditValues | undefined,
  after: AuditValues | undefined,
): { before: AuditValues | undefined; after: AuditValues | undefined } | undefined {
  if (before === undefined || after === undefined) return { before, after }
  const names = Object.keys({ ...before, ...after }).filter((name) => !isEqual(before[name], after[name]))
  if (names.length === 0) return undefined
  const only = (values: AuditValues) =>
    Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]))
  return { before: only(before), after: only(after) }
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The values as bounded JSON without secrets. */
export function storedText(values: AuditValues | undefined): string | null {
  if (values === undefined) return null
  const text = JSON.stringify(bounded(values, 0))
  if (text.length <= maxDocumentLength) return text
  return JSON.stringify({ omitted: Object.keys(values).slice(0, maxItems) })
}

function bounded(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    return value.length <= maxTextLength ? value : `${value.slice(0, maxTextLength)}…`
  }
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value.toISOString()
  if (depth >= maxDepth) return '…'
  if (Array.isArray(value)) {
    const items = value.slice(0, maxItems).map((item) => bounded(item, depth + 1))
    return value.length <= maxItems ? items : [...items, `… ${value.length - maxItems} more`]
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxItems)
      .map(([name, item]) => [name, secretName.test(name) ? hidden : bounded(item, depth + 1)]),
  )
}
