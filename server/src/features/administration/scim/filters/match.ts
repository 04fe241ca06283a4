import { invalid } from '../errors.ts'
import type { Attribute } from '../schemas.ts'
import type { Comparison, Filter, FilterValue } from './parse.ts'
import type { AttributePath } from './paths.ts'

export type Values = Readonly<Record<string, unknown>>

/** Whether a resource, or a value of one of its lists, matches a filter over these attributes. */
export function matches(filter: Filter, values: Values, attributes: readonly Attribute[]): boolean {
  switch (filter.kind) {
    case 'and':
      return matches(filter.left, values, attributes) && matches(filter.right, values, attributes)
    case 'or':
      return matches(filter.left, values, attributes) || matches(filter.right, values, attributes)
    case 'not':
      return !matches(filter.of, values, attributes)
    case 'value': {
      const attribute = find(attributes, filter.path)
      return valuesAt(values, attribute).some((one) => matches(filter.of, one as Values, partsOf(attribute)))
    }
    case 'present': {
      const { path } = filter
      const found =
        path.subAttribute === undefined
          ? valuesAt(values, find(attributes, path))
          : select(path, values, attributes).found
      return found.some((one) => one !== '')
    }
    case 'compare': {
      const { found, attribute } = select(filter.path, values, attributes)
      return compare(found, attribute, filter.op, filter.value)
    }
  }
}

/** Checks the names and types of a filter, also where evaluating it would stop before them. */
export function assertUsable(filter: Filter, attributes: readonly Attribute[]): void {
  if (filter.kind === 'and' || filter.kind === 'or') {
    assertUsable(filter.left, attributes)
    assertUsable(filter.right, attributes)
  } else if (filter.kind === 'not') assertUsable(filter.of, attributes)
  else if (filter.kind === 'value') {
    const attribute = find(attributes, filter.path)
    if (attribute !== undefined) assertUsable(filter.of, partsOf(attribute))
  } else matches(filter, {}, attributes)
}

const partsOf = (attribute: Attribute | undefined) => attribute?.subAttributes ?? []

/** Undefined for attributes that SCIM defines and we do not keep: no resource has a value. */
function find(attributes: readonly Attribute[], path: AttributePath): Attribute | undefined {
  if (path.extension !== undefined) return undefined
  const found = attributes.find(({ name }) => name.toLowerCase() === path.attribute)
  if (found === undefined) throw invalid('invalidFilter', `There is no attribute "${path.attribute}".`)
  return found.isKept === false ? undefined : found
}

function valuesAt(values: Values, attribute: Attribute | undefined): readonly unknown[] {
  const value = attribute && values[attribute.name]
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** The values at a path. Lists of objects are compared by `value`. */
function select(path: AttributePath, values: Values, attributes: readonly Attribute[]) {
  const attribute = find(attributes, path)
  if (attribute?.subAttributes === undefined) return { attribute, found: valuesAt(values, attribute) }
  const part = find(attribute.subAttributes, { attribute: path.subAttribute ?? 'value' })
  return {
    attribute: part,
    found: valuesAt(values, attribute).flatMap((one) => valuesAt(one as Values, part)),
  }
}

/** The text by which a resource is sorted: the first value at a path. IDs are numbers. */
export function firstValue(
  path: AttributePath,
  values: Values,
  attributes: readonly Attribute[],
): string | undefined {
  const { found, attribute } = select(path, values, attributes)
  const [value] = found
  if (value === undefined) return undefined
  if (attribute?.name === 'id') return String(value).padStart(20, '0')
  return attribute?.caseExact ? String(value) : String(value).toLowerCase()
}

function compare(
  found: readonly unknown[],
  attribute: Attribute | undefined,
  op: Comparison,
  given: FilterValue,
): boolean {
  const wanted = attribute?.type === 'boolean' ? booleanOf(given) : given
  if (wanted === null) {
    if (op !== 'eq' && op !== 'ne') throw unsupported(op, 'null')
    return (op === 'eq') === (found.length === 0)
  }
  if (attribute === undefined) return op === 'ne'
  if (attribute.type === 'boolean') {
    if (op !== 'eq' && op !== 'ne') throw unsupported(op, attribute.name)
    return found.includes(wanted) === (op === 'eq')
  }
  if (typeof wanted !== 'string') throw invalid('invalidFilter', `"${attribute.name}" is compared with text.`)
  if (attribute.type === 'dateTime') return compareTimes(found, op, wanted)
  const fold = (text: unknown) => (attribute.caseExact ? String(text) : String(text).toLowerCase())
  const operand = fold(wanted)
  if (op === 'ne') return !found.some((one) => fold(one) === operand)
  return found.some((one) => texts[op](fold(one), operand))
}

const texts: Record<Exclude<Comparison, 'ne'>, (text: string, operand: string) => boolean> = {
  eq: (text, operand) => text === operand,
  co: (text, operand) => text.includes(operand),
  sw: (text, operand) => text.startsWith(operand),
  ew: (text, operand) => text.endsWith(operand),
  gt: (text, operand) => text > operand,
  ge: (text, operand) => text >= operand,
  lt: (text, operand) => text < operand,
  le: (text, operand) => text <= operand,
}

const times: Partial<Record<Comparison, (time: number, operand: number) => boolean>> = {
  eq: (time, operand) => time === operand,
  ne: (time, operand) => time !== operand,
  gt: (time, operand) => time > operand,
  ge: (time, operand) => time >= operand,
  lt: (time, operand) => time < operand,
  le: (time, operand) => time <= operand,
}

function compareTimes(found: readonly unknown[], op: Comparison, wanted: string): boolean {
  const operand = Date.parse(wanted)
  if (Number.isNaN(operand)) throw invalid('invalidFilter', `"${wanted}" is not a time.`)
  const test = times[op]
  if (test === undefined) throw unsupported(op, 'a time')
  return found.some((one) => test(Date.parse(String(one)), operand))
}

/** Entra writes "True" and "False". */
function booleanOf(given: FilterValue): boolean | null {
  const text = typeof given === 'string' ? given.toLowerCase() : given
  if (text === null || typeof text === 'boolean') return text
  if (text === 'true' || text === 'false') return text === 'true'
  throw invalid('invalidFilter', 'A Boolean attribute is compared with true or false.')
}

const unsupported = (op: Comparison, subject: string) =>
  invalid('invalidFilter', `"${op}" cannot be used with ${subject}.`)
