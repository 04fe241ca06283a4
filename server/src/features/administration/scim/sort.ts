import { invalid } from './errors.ts'
import { firstValue } from './filters/match.ts'
import { type AttributePath, pathOf } from './filters/paths.ts'
import type { Resource } from './resources.ts'
import type { Attribute } from './schemas.ts'

export interface SortOrder {
  path: AttributePath
  isDescending: boolean
}

/** Reads `sortBy` and `sortOrder` (RFC 7644, section 3.4.2.3). */
export function sortOrder(
  by: unknown,
  order: unknown,
  attributes: readonly Attribute[],
): SortOrder | undefined {
  if (by === undefined || by === null || by === '') return undefined
  if (typeof by !== 'string') throw invalid('invalidValue', 'sortBy must be text.')
  const path = pathOf(by.slice(0, maxPathLength))
  firstValue(path, {}, attributes)
  const direction = String(order ?? 'ascending').toLowerCase()
  if (direction !== 'ascending' && direction !== 'descending')
    throw invalid('invalidValue', 'sortOrder must be ascending or descending.')
  return { path, isDescending: direction === 'descending' }
}

const maxPathLength = 200

/** Stable. Resources without a value are last, or first in descending order. */
export function sortResources(
  resources: readonly Resource[],
  { path, isDescending }: SortOrder,
  attributes: readonly Attribute[],
): Resource[] {
  const sign = isDescending ? -1 : 1
  const keyed = resources.map((resource) => ({ resource, key: firstValue(path, resource, attributes) }))
  return keyed.sort((a, b) => sign * compareKeys(a.key, b.key)).map(({ resource }) => resource)
}

function compareKeys(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  return a < b ? -1 : Number(a > b)
}
