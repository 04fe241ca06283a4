import { z } from 'zod'
import { Html, html } from '../../platform/html.ts'
import { renderNotes } from './code.ts'

/** The subset of JSON Schema that our declarations use. */
export interface Schema {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema
  prefixItems?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  default?: unknown
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}

export const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema

const choices = ({ anyOf, oneOf }: Schema) => anyOf ?? oneOf
/** More values than this are listed in a collapsed section. */
const maxInlineValues = 7

/** `integer[]`, `"add" | "remove"`. */
export function typeWords(schema: Schema): string {
  const { const: fixed, enum: values, prefixItems, items, type } = schema
  if (fixed !== undefined) return JSON.stringify(fixed)
  if (values !== undefined) {
    return values.length > maxInlineValues
      ? `one of ${values.length}`
      : unionOf(values.map((one) => JSON.stringify(one)))
  }
  const alternatives = choices(schema)
  if (alternatives !== undefined) return unionOf(alternatives.map(typeWords))
  if (prefixItems !== undefined) return `[${prefixItems.map(typeWords).join(', ')}]`
  if (type === 'array') {
    const inner = typeWords(items ?? {})
    return inner.includes(' ') ? `(${inner})[]` : `${inner}[]`
  }
  return unionOf([type ?? 'anything'].flat())
}

const unionOf = (words: string[]) => [...new Set(words)].join(' | ')

/** Limits of numbers and strings. Limits that every JSON number has are omitted. */
export function limitWords({
  minimum,
  exclusiveMinimum,
  maximum,
  minLength,
  maxLength,
  maxItems,
}: Schema): string {
  const low = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1
  const isReal = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER
  return [
    isReal(low) ? `at least ${low}` : '',
    isReal(maximum) ? `at most ${maximum}` : '',
    minLength !== undefined && minLength > 0 ? 'not empty' : '',
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    maxItems === undefined ? '' : `at most ${maxItems}`,
  ]
    .filter((words) => words !== '')
    .join(', ')
}

/** Fields of an object, including nested objects. */
export function fieldList(schema: Schema, depth = 0): Html {
  const required = new Set(schema.required)
  const fields = Object.entries(schema.properties ?? {})
  return html`<ul class="fields">${fields.map(
    ([name, field]) =>
      html`<li><code class="name">${name}</code>${!required.has(name) && html`<span class="maybe">optional</span>`}${describeSchema(field, depth, defaultOf(field))}</li>`,
  )}</ul>`
}

export const defaultOf = ({ default: initial }: Schema) =>
  initial === undefined ? [] : [html`default <code>${JSON.stringify(initial)}</code>`]

const deepest = 4

/** Describes a value: its type, its limits and other remarks, and its fields in a collapsed section. */
export function describeSchema(schema: Schema, depth = 0, remarks: Html[] = []): Html {
  const limits = limitWords(schema)
  const all = [...(limits === '' ? [] : [html`${limits}`]), ...remarks]
  const list = all.map((remark) => html` <span class="limit">${remark}</span>`)
  const { description } = schema
  const text = description !== undefined && html`<p class="description">${renderNotes(description)}</p>`
  return html` <span class="type">${typeWords(schema)}</span>${list}${text}${inside(schema, depth)}`
}

function inside(schema: Schema, depth: number): Html | false {
  const values = valuesIn(schema)
  if (values !== undefined) {
    const list = values.map((one) => html`<code>${JSON.stringify(one)}</code> `)
    return html`<details><summary>values</summary><p class="values">${list}</p></details>`
  }
  const objects = depth >= deepest ? [] : objectsIn(schema)
  if (objects.length === 0) return false
  const summary = objects.some(({ keyed }) => keyed) ? 'fields of each, by key' : 'fields'
  const lists = objects.map(({ schema: inner }) => fieldList(inner, depth + 1))
  return html`<details><summary>${summary}</summary>${new Html(lists.map(({ text }) => text).join('<p class="or">or</p>'))}</details>`
}

function valuesIn(schema: Schema): unknown[] | undefined {
  if (schema.enum !== undefined) return schema.enum.length > maxInlineValues ? schema.enum : undefined
  const inner = [schema.items, ...(choices(schema) ?? [])].filter((one) => one !== undefined)
  return inner.map(valuesIn).find((values) => values !== undefined)
}

interface Inner {
  schema: Schema
  keyed: boolean
}

function objectsIn(schema: Schema): Inner[] {
  if (Object.keys(schema.properties ?? {}).length > 0) return [{ schema, keyed: false }]
  if (schema.items !== undefined) return objectsIn(schema.items)
  const { additionalProperties } = schema
  if (typeof additionalProperties === 'object') {
    return objectsIn(additionalProperties).map((inner) => ({ ...inner, keyed: true }))
  }
  return (choices(schema) ?? []).flatMap(objectsIn)
}
