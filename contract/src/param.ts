import { z } from 'zod'

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
  /** Further names under which clients may send this parameter; sending two of them is an error. */
  readonly aliases: readonly string[]
  readonly required: boolean
}

export type Params = Readonly<Record<string, Param>>

function param<S extends z.ZodType>(encoding: Encoding, schema: S, aliases: readonly string[]): Param<S> {
  return { encoding, schema, aliases, required: !schema.safeParse(undefined).success }
}

interface ParamOptions {
  aliases?: readonly string[]
}

export function text(): Param<z.ZodString>
export function text<S extends z.ZodType>(schema: S, options?: ParamOptions): Param<S>
export function text(schema: z.ZodType = z.string(), options: ParamOptions = {}): Param {
  return param('text', schema, options.aliases ?? [])
}

export function json<S extends z.ZodType>(schema: S, options: ParamOptions = {}): Param<S> {
  return param('json', schema, options.aliases ?? [])
}

export function jsonOrText<S extends z.ZodType>(schema: S, options: ParamOptions = {}): Param<S> {
  return param('json-or-text', schema, options.aliases ?? [])
}

/** A boolean that is false unless sent. */
export const flag = (initially = false) => json(z.boolean().default(initially))

export type ParamsIn<P extends Params> = OptionalWhereUndefined<{ [K in keyof P]: z.input<P[K]['schema']> }>
export type ParamsOut<P extends Params> = { [K in keyof P]: z.output<P[K]['schema']> }

type UndefinedKeys<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T]
type OptionalWhereUndefined<T> = Omit<T, UndefinedKeys<T>> & Partial<Pick<T, UndefinedKeys<T>>>
