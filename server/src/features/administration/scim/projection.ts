import { invalid } from './errors.ts'
import { pathOf } from './filters/paths.ts'
import type { Resource } from './resources.ts'

/** The attributes that a response has, by the parameters `attributes` and `excludedAttributes`. */
export interface Projection {
  only: readonly string[] | undefined
  without: readonly string[] | undefined
}

const maxNames = 50
/** Attributes that are always returned. */
const always = ['schemas', 'id', 'username']

export function projectionOf(attributes: unknown, excluded: unknown): Projection {
  const [only, without] = [namesIn(attributes, 'attributes'), namesIn(excluded, 'excludedAttributes')]
  if (only !== undefined && without !== undefined)
    throw invalid('invalidValue', 'attributes and excludedAttributes exclude each other.')
  return { only, without }
}

/** A list, or text with commas. */
function namesIn(value: unknown, parameter: string): string[] | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const list: unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [0]
  if (list.length > maxNames || list.some((name) => typeof name !== 'string'))
    throw invalid('invalidValue', `${parameter} must be a list of at most ${maxNames} names.`)
  return list.map((name) => {
    const { attribute, subAttribute } = pathOf(String(name).trim())
    return subAttribute === undefined ? attribute : `${attribute}.${subAttribute}`
  })
}

export function project(resource: Resource, { only, without }: Projection): Record<string, unknown> {
  if (only === undefined && without === undefined) return resource
  const keeps = (name: string) =>
    only === undefined ? !without?.includes(name) : only.includes(name) || always.includes(name)
  return Object.fromEntries(
    Object.entries(resource).flatMap(([key, value]) => {
      const name = key.toLowerCase()
      const isPartOf = (list: readonly string[] | undefined) =>
        list?.some((one) => one.startsWith(`${name}.`))
      if (always.includes(name)) return [[key, value]]
      if (only !== undefined && !keeps(name) && isPartOf(only))
        return [[key, partsOf(value, (part) => only.includes(`${name}.${part}`))]]
      if (only === undefined && keeps(name) && isPartOf(without))
        return [[key, partsOf(value, (part) => !without?.includes(`${name}.${part}`))]]
      return keeps(name) ? [[key, value]] : []
    }),
  )
}

function partsOf(value: unknown, keeps: (part: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => partsOf(one, keeps))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([part]) => keeps(part.toLowerCase())))
}
