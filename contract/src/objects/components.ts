import { z } from 'zod'
import { list, string } from '../bounds.ts'
import { componentLimits } from './component-limits.ts'

const id = string(componentLimits.idLength).regex(/^[\w.:-]+$/, 'must consist of letters, digits and ._:-')
const label = string(componentLimits.labelLength).min(1, 'must not be empty')
const longLabel = string(componentLimits.textLength)
const value = string(componentLimits.valueLength)
const option = z.strictObject({ value: value.min(1, 'must not be empty'), label })
const options = list(option, componentLimits.options)

/** A question that is asked before the interaction is sent. */
const confirmation = z.strictObject({
  title: label,
  text: longLabel.optional(),
  confirm_label: label.optional(),
  cancel_label: label.optional(),
})

export const textFormats = ['any', 'email', 'url', 'number'] as const
const fieldBase = { id, label, hint: longLabel.optional(), required: z.boolean().optional() }
const length = z.int().min(0).max(componentLimits.fieldLength)

export const formField = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    ...fieldBase,
    multiline: z.boolean().optional(),
    placeholder: label.optional(),
    initial: string(componentLimits.fieldLength).optional(),
    min_length: length.optional(),
    max_length: length.optional(),
    format: z.enum(textFormats).optional(),
  }),
  z.strictObject({ type: z.literal('select'), ...fieldBase, options, initial: value.optional() }),
  z.strictObject({ type: z.literal('checkbox'), ...fieldBase, initial: z.boolean().optional() }),
])
export type FormField = z.output<typeof formField>

/** A short form, shown as a dialog. Its fields are sent together. */
const form = z.strictObject({
  title: label,
  text: longLabel.optional(),
  submit_label: label.optional(),
  fields: list(formField, componentLimits.fields),
})
export type ComponentForm = z.output<typeof form>

const componentBase = { id, disabled: z.boolean().optional(), confirm: confirmation.optional() }

export const component = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('button'),
    ...componentBase,
    label,
    style: z.enum(['default', 'primary', 'danger']).optional(),
    value: value.optional(),
    form: form.optional(),
  }),
  z.strictObject({
    type: z.literal('select'),
    ...componentBase,
    label,
    options,
    selected: value.optional(),
  }),
])
export type Component = z.output<typeof component>

export const componentList = list(component, componentLimits.perMessage)

/** The value of one field of a form: a text or option, or whether a box is checked. */
export type FieldValue = string | boolean
