import type { Endpoint, Param } from '@loquat/contract'
import { apiError, shortText, text, type WireError } from '@loquat/contract'
import type { z } from 'zod'
import type { Fields } from './form.ts'
import { isDeeperThan, maxJsonDepth } from './json-depth.ts'

/** Accepted by every endpoint: the name of the client. */
const clientParam = { client: text(shortText.optional()) }

export interface ParsedParams {
  params: Record<string, unknown>
  client: string | undefined
  /** Unknown parameters of the request, in order. */
  ignored: string[]
}

/** A declared parameter, with everything that can be computed before any request. */
export interface PreparedParam {
  name: string
  param: Param
  names: readonly string[]
  /** The value if the parameter is missing. */
  absent: unknown
}

export const prepareParams = (endpoint: Endpoint): readonly PreparedParam[] =>
  Object.entries({ ...endpoint.params, ...clientParam }).map(([name, param]) => ({
    name,
    param,
    names: [name, ...param.aliases],
    absent: param.required ? undefined : param.schema.parse(undefined),
  }))

/**
 * Parses fields into the parameters that the endpoint declares. The body takes precedence over the query string.
 * Reports the first problem in the order of declaration.
 */
export function parseParams(prepared: readonly PreparedParam[], body: Fields, query: Fields): ParsedParams {
  const params: Record<string, unknown> = {}
  let client: string | undefined
  let known = 0
  for (const { name, param, names, absent } of prepared) {
    const sent = sentAs(names, body, query)
    let value = absent
    if (sent !== undefined) {
      known++
      value = parseParam(sent, param, body.get(sent) ?? query.get(sent) ?? '')
    } else if (param.required) {
      throw apiError('parameter-missing', { parameter: name }, { var_name: name })
    }
    if (param === clientParam.client) client = value as string | undefined
    else params[name] = value
  }
  const ignored = known === body.size + query.size ? [] : unknownNames(prepared, body, query)
  return { params, client, ignored }
}

/** The name under which a parameter was sent, out of its aliases. */
function sentAs(names: readonly string[], body: Fields, query: Fields): string | undefined {
  let sent: string | undefined
  for (const name of names) {
    if (!body.has(name) && !query.has(name)) continue
    if (sent !== undefined) {
      const names = { var_name1: sent, var_name2: name }
      throw apiError('parameter-sent-twice', { first: sent, second: name }, names)
    }
    sent = name
  }
  return sent
}

function unknownNames(prepared: readonly PreparedParam[], body: Fields, query: Fields): string[] {
  const known = new Set(prepared.flatMap(({ names }) => names))
  return [...new Set([...query.keys(), ...body.keys()])].filter((name) => !known.has(name))
}

function parseParam(name: string, param: Param, text: string): unknown {
  if (text.length > param.maxLength) {
    throw apiError('parameter-too-long', { parameter: name, max: param.maxLength })
  }
  const value = decode(name, param, text)
  // A cheap check first; only a match needs the full walk.
  if (text.includes('\0') || /\\u(0000|d[89a-f])/i.test(text)) assertStorable(name, value)
  const result = param.schema.safeParse(value)
  if (result.success) return result.data
  throw invalid(name, result.error.issues[0])
}

function decode(name: string, param: Param, text: string): unknown {
  if (param.encoding === 'text') return text
  // Plain words are not JSON, and a failing parse is expensive.
  if (param.encoding === 'json-or-text' && !/^\s*["[{\d-]|^\s*(true|false|null)\s*$/.test(text)) return text
  if (isDeeperThan(text, maxJsonDepth)) {
    throw apiError('parameter-too-deep', { parameter: name, max: maxJsonDepth })
  }
  try {
    return parseJson(text)
  } catch {
    if (param.encoding === 'json-or-text') return text
    throw apiError('parameter-not-json', { parameter: name })
  }
}

/** Parses JSON so that `10.0` and `1e1` are not integers: such numbers are boxed, which no integer schema accepts. */
function parseJson(text: string): unknown {
  if (!/\d[.eE]/.test(text)) return JSON.parse(text)
  const reviver = (_key: string, value: unknown, context: { source?: string }) =>
    typeof value === 'number' && /[.eE]/.test(context.source ?? '') ? Object(value) : value
  return JSON.parse(text, reviver as (key: string, value: unknown) => unknown)
}

/** Rejects null bytes and lone surrogates, which the database cannot store. */
function assertStorable(name: string, value: unknown): void {
  const pending = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next === 'string') {
      if (next.includes('\0')) throw apiError('parameter-has-null-byte', { parameter: name })
      if (!next.isWellFormed()) throw apiError('parameter-has-lone-surrogate', { parameter: name })
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next)) pending.push(key, inner)
    }
  }
}

/** `subscriptions[0]["name"]: expected string` */
function invalid(name: string, issue: z.core.$ZodIssue | undefined): WireError {
  const { path, message } = (issue && findTooBig(issue, [])) ?? {
    path: issue?.path ?? [],
    message: issue?.message,
  }
  const steps = path.map((step) =>
    typeof step === 'number' ? `[${step}]` : `[${JSON.stringify(String(step).slice(0, 100))}]`,
  )
  return apiError('parameter-invalid', { parameter: name + steps.join(''), problem: message ?? 'invalid' })
}

/** Finds the part that is too large among the alternatives of a union, which itself only reports "invalid". */
function findTooBig(
  issue: z.core.$ZodIssue,
  before: readonly PropertyKey[],
): { path: PropertyKey[]; message: string } | undefined {
  const path = [...before, ...issue.path]
  if (issue.code === 'too_big') return { path, message: issue.message }
  if (issue.code !== 'invalid_union') return undefined
  for (const alternative of issue.errors) {
    const [first] = alternative
    const found = first && findTooBig(first, path)
    if (found !== undefined) return found
  }
  return undefined
}
