import { z } from 'zod'

/** A GIF of a search. All URLs are those of the provider. */
export const gifObject = z.strictObject({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
  preview_url: z.string(),
  preview_width: z.int(),
  preview_height: z.int(),
  still_url: z.string().nullable(),
})
export type GifObject = z.output<typeof gifObject>
