import type { Endpoint, Param } from '@loquat/contract'
import { refuse } from '@loquat/contract'
import type { z } from 'zod'
import type { Fields } from './form.ts'

export interface ParsedParams {
  params: Record<string, unknown>
  /** Names that were sent and that the endpoint does not know, in the order they came. */
  ignored: string[]
}

/**
 * Turns fields into parameters as the endpoint declares them. The body goes before the query string; the first
 * problem, in the order of declaration, is the one reported.
 */
export function parseParams(endpoint: Endpoint, body: Fields, query: Fields): ParsedParams {
  const consumed = new Set(['client'])
  const params: Record<string, unknown> = {}
  for (const [name, param] of Object.entries(endpoint.params)) {
    const sent = [name, ...param.aliases].filter((alias) => body.has(alias) || query.has(alias))
    for (const alias of sent) consumed.add(alias)
    const [first, second] = sent
    if (first !== undefined && second !== undefined) {
      throw refuse(
        'ParameterConfusing',
        `Both '${first}' and '${second}' were sent; they are one parameter.`,
        {
          var_name1: first,
          var_name2: second,
        },
      )
    }
    const text = first === undefined ? undefined : (body.get(first) ?? query.get(first))
    params[name] = parseParam(first ?? name, param, text)
  }
  const ignored = [...new Set([...query.keys(), ...body.keys()])].filter((name) => !consumed.has(name))
  return { params, ignored }
}

function parseParam(name: string, param: Param, text: string | undefined): unknown {
  if (text === undefined) {
    if (param.required) throw refuse('ParameterMissing', `Missing '${name}' parameter.`, { var_name: name })
    return param.schema.parse(undefined)
  }
  const value = decode(name, param, text)
  // Cheap to rule out; only a hit is worth the walk.
  if ((text.includes('\0') || text.includes('\\u0000')) && hasNul(value)) {
    throw refuse('BadRequest', `${name} contains a null byte.`)
  }
  const result = param.schema.safeParse(value)
  if (result.success) return result.data
  throw refuse('BadRequest', describe(name, result.error.issues[0]))
}

function decode(name: string, param: Param, text: string): unknown {
  if (param.encoding === 'text') return text
  try {
    return parseJson(text)
  } catch {
    if (param.encoding === 'json-or-text') return text
    throw refuse('BadRequest', `${name} is not valid JSON.`)
  }
}

/**
 * JSON in which `10.0` and `1e1` are not integers: numbers written that way become boxed, which no integer
 * schema accepts.
 */
function parseJson(text: string): unknown {
  if (!/\d[.eE]/.test(text)) return JSON.parse(text)
  const reviver = (_key: string, value: unknown, context: { source?: string }) =>
    typeof value === 'number' && /[.eE]/.test(context.source ?? '') ? Object(value) : value
  return JSON.parse(text, reviver as (key: string, value: unknown) => unknown)
}

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => key.includes('\0') || hasNul(inner))
}

/** `subscriptions[0]["name"]: expected string` */
function describe(name: string, issue: z.core.$ZodIssue | undefined): string {
  const steps = (issue?.path ?? []).map((step) =>
    typeof step === 'number' ? `[${step}]` : `[${JSON.stringify(String(step))}]`,
  )
  return `${name}${steps.join('')}: ${issue?.message ?? 'invalid'}`
}
