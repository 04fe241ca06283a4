import { z } from 'zod'
import { list, longText, maxDirectRecipients, shortText } from '../bounds.ts'

const draft = {
  type: z.enum(['', 'stream', 'private']),
  to: z.array(z.int()),
  topic: z.string(),
  content: z.string(),
}

/**
 * Numbers with a fraction arrive boxed, so that none is mistaken for an integer. A draft timestamp may have a
 * fraction.
 */
const unboxed = (value: number): number => ((value as unknown) instanceof Number ? value.valueOf() : value)

/** The input form of a draft. Other keys are rejected, even `id`. */
export const newDraftObject = z.strictObject({
  type: draft.type,
  to: list(z.int(), maxDirectRecipients),
  topic: shortText,
  content: longText,
  timestamp: z.preprocess(unboxed, z.number().min(0).max(Number.MAX_SAFE_INTEGER)).optional(),
})
export type NewDraft = z.output<typeof newDraftObject>

export const draftObject = z.strictObject({ id: z.int(), ...draft, timestamp: z.int() })
export type DraftObject = z.output<typeof draftObject>

export const savedSnippetObject = z.strictObject({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  date_created: z.int(),
})
export type SavedSnippetObject = z.output<typeof savedSnippetObject>
