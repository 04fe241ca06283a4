import { z } from 'zod'
import { shortText } from './bounds.ts'
import { jsonLength, stringLength } from './text-length.ts'

/**
 * How a parameter travels inside its form field or query-string value.
 *
 * - `text`: the characters as they are.
 * - `json`: JSON text, checked strictly and without coercion.
 * - `json-or-text`: JSON if it parses, otherwise the characters as they are (`to`, `message_retention_days`).
 */
export type Encoding = 'text' | 'json' | 'json-or-text'

export interface Param<S extends z.ZodType = z.ZodType> {
  readonly encoding: Encoding
  readonly schema: S
  /** Alternative names of the parameter. Sending two of them is an error. */
  readonly aliases: readonly string[]
  readonly required: boolean
  /** Maximum length of the raw text, checked before parsing. */
  readonly maxLength: number
  /** Paths of arrays, records and strings without a maximum. A test requires that there are none. */
  readonly unbounded: readonly string[]
}

export type Params = Readonly<Record<string, Param>>

/** Maximum length of the raw text, unless a parameter declares another. */
export const defaultMaxLength = 1_048_576

interface ParamOptions {
  aliases?: readonly string[]
  /** Maximum length of the raw text. Required where the schema implies none; otherwise replaces the derived one. */
  maxLength?: number
}

function param<S extends z.ZodType>(encoding: Encoding, schema: S, options: ParamOptions): Param<S> {
  const { max, unbounded } = jsonLength(schema, '')
  // Doubled to leave room for white space and ignored keys.
  const derived = (encoding === 'text' ? stringLength(schema) : undefined) ?? 2 * max + 1_000
  return {
    encoding,
    schema,
    aliases: options.aliases ?? [],
    required: !schema.safeParse(undefined).success,
    maxLength: options.maxLength ?? Math.min(derived, defaultMaxLength),
    unbounded: options.maxLength === undefined ? unbounded : [],
  }
}

export function text(): Param<z.ZodString>
export function text<S extends z.ZodType>(schema: S, options?: ParamOptions): Param<S>
export function text(schema: z.ZodType = shortText, options: ParamOptions = {}): Param {
  return param('text', schema, options)
}

export function json<S extends z.ZodType>(schema: S, options: ParamOptions = {}): Param<S> {
  return param('json', schema, options)
}

export function jsonOrText<S extends z.ZodType>(schema: S, options: ParamOptions = {}): Param<S> {
  return param('json-or-text', schema, options)
}

/** A boolean that defaults to false. */
export const flag = (initially = false) => json(z.boolean().default(initially))

export type ParamsIn<P extends Params> = OptionalWhereUndefined<{ [K in keyof P]: z.input<P[K]['schema']> }>
export type ParamsOut<P extends Params> = { [K in keyof P]: z.output<P[K]['schema']> }

type UndefinedKeys<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T]
type OptionalWhereUndefined<T> = Omit<T, UndefinedKeys<T>> & Partial<Pick<T, UndefinedKeys<T>>>
