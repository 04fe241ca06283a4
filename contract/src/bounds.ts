import { z } from 'zod'

/** Maximum length of single-line text: names, topics, URLs, identifiers. Features may be stricter. */
export const maxShortText = 2_048
/** Maximum length of message text, drafts and snippets. Messages are truncated to `maxMessageLength`. */
export const maxLongText = 100_000
/** Maximum number of accounts in one request: subscribers, group members. */
export const maxPeople = 20_000
/** Maximum number of recipients of a direct message. */
export const maxDirectRecipients = 1_000
/** Maximum number of other objects in one request: groups, fields, words, drafts. */
export const maxObjects = 1_000

/** A string with a maximum length, counted in UTF-16 code units. */
export const string = (max: number): z.ZodString =>
  z.string().max(max, { error: `must be at most ${max} characters`, abort: true })

export const shortText = string(maxShortText)
export const longText = string(maxLongText)

/** Arrays and records whose size is checked before their elements. */
const sizeChecked = z.registry<{ max: number }>()

/** The maximum size set by `list`, `record` or `sizeFirst`. */
export const maxSizeOf = (schema: z.ZodType): number | undefined => sizeChecked.get(schema)?.max

/**
 * Checks the size of an array or object before its elements. Zod checks elements first, so an array of millions of
 * elements would be validated before being rejected.
 */
export function sizeFirst<S extends z.ZodType>(schema: S, max: number): z.ZodType<z.output<S>, z.input<S>> {
  const sized = z.preprocess((value: z.input<S>, context) => {
    if (typeof value !== 'object' || value === null) return value
    const isArray = Array.isArray(value)
    if ((isArray ? value.length : Object.keys(value).length) > max) {
      const message = `must have at most ${max} ${isArray ? 'elements' : 'keys'}`
      context.addIssue({ code: 'too_big', origin: isArray ? 'array' : 'object', maximum: max, message })
    }
    return value
  }, schema) as unknown as z.ZodType<z.output<S>, z.input<S>>
  sizeChecked.add(sized, { max })
  return sized
}

/** An array with a maximum number of elements. */
export const list = <S extends z.ZodType>(element: S, max: number) =>
  sizeFirst(z.array(element).meta({ maxItems: max }), max)

/** An object with arbitrary keys and a maximum number of them. */
export const record = <V extends z.ZodType>(value: V, max: number, key: z.ZodString = shortText) =>
  sizeFirst(z.record(key, value).meta({ maxProperties: max }), max)
