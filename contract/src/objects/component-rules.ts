import type { Reason } from '../reasons/reasons.ts'
import { componentLimits, componentsType } from './component-limits.ts'
import type { Component, FieldValue, FormField } from './components.ts'

/** Why components are rejected. Server and bots apply the same rules. */
export function componentsProblem(components: readonly Component[]): string | undefined {
  const ids = components.map((one) => one.id)
  const repeated = firstRepeated(ids)
  if (repeated !== undefined) return `two components have the ID "${repeated}"`
  for (const one of components) {
    const problem = one.type === 'select' ? optionsProblem(one) : formProblem(one)
    if (problem !== undefined) return `"${one.id}" ${problem}`
  }
  return JSON.stringify(components).length > componentLimits.jsonLength
    ? `all components together must be at most ${componentLimits.jsonLength} characters of JSON`
    : undefined
}

interface Choice {
  options: readonly { value: string }[]
  selected?: string | undefined
  initial?: string | undefined
}

function optionsProblem({ options, selected, initial }: Choice): string | undefined {
  if (options.length === 0) return 'needs an option'
  const values = options.map((option) => option.value)
  const repeated = firstRepeated(values)
  if (repeated !== undefined) return `has the option "${repeated}" twice`
  const chosen = selected ?? initial
  return chosen === undefined || values.includes(chosen) ? undefined : `has no option "${chosen}"`
}

function formProblem({ form }: Extract<Component, { type: 'button' }>): string | undefined {
  if (form === undefined) return undefined
  if (form.fields.length === 0) return 'has a form without fields'
  const repeated = firstRepeated(form.fields.map((field) => field.id))
  if (repeated !== undefined) return `has two fields with the ID "${repeated}"`
  for (const field of form.fields) {
    if (
      field.type === 'text' &&
      (field.min_length ?? 0) > (field.max_length ?? componentLimits.fieldLength)
    ) {
      return `has a field "${field.id}" whose min_length is above its max_length`
    }
    const problem = field.type === 'select' ? optionsProblem(field) : undefined
    if (problem !== undefined) return `has a field "${field.id}" that ${problem}`
  }
  return undefined
}

const firstRepeated = (names: readonly string[]) => names.find((name, n) => names.indexOf(name) !== n)

/** The reason why a value does not fit its field, with the parameters of the sentence. */
export interface FieldProblem {
  reason: Extract<Reason, `form-field-${string}`>
  params: { field: string; limit: number }
}

/** Validates one value by the rules that the bot declared. Used by the web app and by the server. */
export function fieldProblem(field: FormField, value: FieldValue | undefined): FieldProblem | undefined {
  const problem = (reason: FieldProblem['reason'], limit = 0): FieldProblem => ({
    reason,
    params: { field: field.label, limit },
  })
  if (field.type === 'checkbox') {
    if (value !== undefined && typeof value !== 'boolean') return problem('form-field-not-boolean')
    return field.required === true && value !== true ? problem('form-field-required') : undefined
  }
  if (value !== undefined && typeof value !== 'string') return problem('form-field-not-text')
  const text = value ?? ''
  if (text.trim() === '') return field.required === true ? problem('form-field-required') : undefined
  if (field.type === 'select') {
    return field.options.some((option) => option.value === text)
      ? undefined
      : problem('form-field-option-unknown')
  }
  const max = field.max_length ?? componentLimits.fieldLength
  if ([...text].length > max) return problem('form-field-too-long', max)
  const min = field.min_length ?? 0
  if ([...text].length < min) return problem('form-field-too-short', min)
  switch (field.format) {
    case 'number':
      return /^\s*-?\d+([.,]\d+)?\s*$/.test(text) ? undefined : problem('form-field-not-number')
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(text) ? undefined : problem('form-field-not-email')
    case 'url':
      return isWebUrl(text) ? undefined : problem('form-field-not-url')
    default:
      return undefined
  }
}

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Reads the components of a message from its submessages. Only those of the message's sender count. */
export function componentsIn(
  senderId: number,
  submessages: readonly { id: number; sender_id: number; msg_type: string; content: string }[],
): { id: number; json: string } | undefined {
  const own = submessages.filter((one) => one.msg_type === componentsType && one.sender_id === senderId)
  const last = own.reduce<(typeof own)[number] | undefined>(
    (newest, one) => (newest === undefined || one.id > newest.id ? one : newest),
    undefined,
  )
  return last === undefined ? undefined : { id: last.id, json: last.content }
}

/** Whether a message is a poll, a to-do list or a form. Components do not count. */
export const hasWidget = (submessages: readonly { msg_type: string }[]): boolean =>
  submessages.some((one) => one.msg_type !== componentsType)
