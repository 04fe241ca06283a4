import { z } from 'zod'

export const maxSummaryModelLength = 200
export const maxSummaryKeyLength = 500
/** Tokens of one summary, and of all summaries of a month. */
export const summaryTokenRange = { min: 100, max: 8_000 } as const
export const monthlyTokenRange = { min: 1_000, max: 1_000_000_000 } as const

/** A message that a summary rests on, by its number in the text. */
export const summaryReference = z.strictObject({ number: z.int(), message_id: z.int() })

/** The service that writes summaries, without its key. */
export const summaryServiceObject = z.strictObject({
  base_url: z.string(),
  model: z.string(),
  has_api_key: z.boolean(),
  max_tokens: z.int(),
  monthly_tokens: z.int(),
})
export type SummaryServiceObject = z.output<typeof summaryServiceObject>

/** The summaries of the current month. */
export const summaryUsage = z.strictObject({ requests: z.int(), tokens: z.int() })
