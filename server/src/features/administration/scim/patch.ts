import { invalid } from './errors.ts'
import { type PatchPath, parsePath } from './filters/parse.ts'
import { patchSchema } from './schemas.ts'

export type JsonObject = Record<string, unknown>

export interface Operation {
  op: 'add' | 'replace' | 'remove'
  /** Undefined if the value names the attributes. */
  path: PatchPath | undefined
  value: unknown
}

const maxOperations = 1_000

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member by its name in any case. */
export const memberOf = (object: JsonObject, name: string): unknown =>
  object[name] ?? Object.entries(object).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]

/** Reads the operations of a PATCH request. Entra capitalizes their names. */
export function operationsIn(body: JsonObject): Operation[] {
  const schemas = memberOf(body, 'schemas')
  if (schemas !== undefined && !(Array.isArray(schemas) && schemas.includes(patchSchema)))
    throw invalid('invalidSyntax', `schemas must contain ${patchSchema}.`)
  const list = memberOf(body, 'Operations')
  if (!Array.isArray(list) || list.length === 0)
    throw invalid('invalidSyntax', 'Operations must be a list that is not empty.')
  if (list.length > maxOperations)
    throw invalid('invalidValue', `Operations must have at most ${maxOperations} items.`)
  return list.map(operationOf)
}

function operationOf(item: unknown): Operation {
  if (!isObject(item)) throw invalid('invalidSyntax', 'Each operation must be an object.')
  const name = memberOf(item, 'op')
  const op = typeof name === 'string' ? name.toLowerCase() : ''
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw invalid('invalidSyntax', 'op must be add, replace or remove.')
  const path = memberOf(item, 'path')
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw invalid('invalidPath', 'path must be text.')
  const value = memberOf(item, 'value')
  const isWhole = path === undefined || path === null || path === ''
  if (isWhole && op === 'remove') throw invalid('noTarget', 'A remove operation needs a path.')
  if (op !== 'remove' && value === undefined)
    throw invalid('invalidValue', `A ${op} operation needs a value.`)
  if (isWhole && !isObject(value))
    throw invalid('invalidValue', 'Without a path, the value must be an object of attributes.')
  return { op, path: isWhole ? undefined : parsePath(path), value }
}

/** Each attribute that an operation without a path sets. Entra writes `name.givenName` as one name. */
export const partsOf = (value: unknown): [PatchPath, unknown][] =>
  Object.entries(isObject(value) ? value : {}).map(([name, part]) => [parsePath(name), part])
