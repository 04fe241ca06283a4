import type { z } from 'zod'
import { maxSizeOf } from './bounds.ts'

/** Maximum length of the JSON text of a value, and the paths of parts without a maximum. */
export interface TextLength {
  max: number
  unbounded: readonly string[]
}

const bounded = (max: number): TextLength => ({ max, unbounded: [] })
const withoutMaximum = (path: string): TextLength => ({ max: Number.POSITIVE_INFINITY, unbounded: [path] })

/** A character takes up to six characters (`\u0000`), plus the quotes. */
const jsonString = (length: number) => 6 * length + 2
const maxNumberLength = 25

type Def = z.core.$ZodTypes['_zod']['def']

/** Computes the maximum length of the JSON text that a schema accepts, without white space. */
export function jsonLength(schema: z.core.$ZodType, path: string, size?: number): TextLength {
  const def = schema._zod.def as Def
  switch (def.type) {
    case 'string': {
      const { maxLength } = schema as z.ZodString
      return maxLength === null ? withoutMaximum(path) : bounded(jsonString(maxLength))
    }
    case 'number':
    case 'boolean':
    case 'null':
    case 'undefined':
      return bounded(maxNumberLength)
    case 'literal':
      return longestOf(def.values.map((value) => bounded(JSON.stringify(String(value)).length)))
    case 'enum':
      return longestOf(Object.values(def.entries).map((value) => bounded(JSON.stringify(value).length)))
    case 'optional':
    case 'nullable':
    case 'default':
      return jsonLength(def.innerType, path)
    case 'pipe':
      return throughPipe(schema as z.ZodType, def, path)
    case 'array':
      return repeated(jsonLength(def.element, `${path}[]`), size, path)
    case 'record':
      return repeated(
        sumOf([jsonLength(def.keyType, path), jsonLength(def.valueType, `${path}{}`)]),
        size,
        path,
      )
    case 'tuple':
      return sumOf(def.items.map((item, n) => jsonLength(item, `${path}[${n}]`)))
    case 'object':
      return sumOf(
        Object.entries(def.shape).map(([key, inner]) => {
          const { max, unbounded } = jsonLength(inner, `${path}.${key}`)
          return { max: max + JSON.stringify(key).length + 1, unbounded }
        }),
      )
    case 'union':
      return longestOf(def.options.map((option) => jsonLength(option, path, size)))
    default:
      return withoutMaximum(path)
  }
}

/** Maximum length of a plain string parameter; undefined for other schemas. */
export function stringLength(schema: z.core.$ZodType): number | undefined {
  const def = schema._zod.def as Def
  if (def.type === 'string') return (schema as z.ZodString).maxLength ?? undefined
  const isWrapper = def.type === 'optional' || def.type === 'nullable' || def.type === 'default'
  return isWrapper ? stringLength(def.innerType) : undefined
}

/** Measures the input side of a pipe: the output schema after preprocessing, the input schema before a transform. */
function throughPipe(schema: z.ZodType, def: z.core.$ZodPipeDef, path: string): TextLength {
  const isPreprocessed = (def.in._zod.def as Def).type === 'transform'
  return jsonLength(isPreprocessed ? def.out : def.in, path, maxSizeOf(schema))
}

function repeated({ max, unbounded }: TextLength, size: number | undefined, path: string): TextLength {
  const inner = { max: (max + 1) * (size ?? Number.POSITIVE_INFINITY) + 2, unbounded }
  return size === undefined ? { ...inner, unbounded: [path, ...unbounded] } : inner
}

const sumOf = (parts: readonly TextLength[]): TextLength => ({
  max: parts.reduce((sum, { max }) => sum + max + 1, 2),
  unbounded: parts.flatMap(({ unbounded }) => unbounded),
})

const longestOf = (parts: readonly TextLength[]): TextLength => ({
  max: Math.max(0, ...parts.map(({ max }) => max)),
  unbounded: parts.flatMap(({ unbounded }) => unbounded),
})
