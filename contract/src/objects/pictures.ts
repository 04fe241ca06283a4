import { z } from 'zod'
import type { FileLimits } from '../endpoint.ts'

const mebibyte = 1024 * 1024

/** In MiB: how large the file of a picture may be, of people, the organization, and emoji alike. */
export const maxPictureMib = 5

/** Calls that take one picture. */
export const onePicture: FileLimits = { most: 1, size: maxPictureMib * mebibyte }

/** An emoji that somebody added. Its ID is text because reactions name it by a text. */
export const customEmojiObject = z.strictObject({
  id: z.string(),
  name: z.string(),
  source_url: z.string(),
  /** Of an animated one: a picture that stands still. */
  still_url: z.string().nullable(),
  deactivated: z.boolean(),
  author_id: z.int().nullable(),
})
export type CustomEmojiObject = z.output<typeof customEmojiObject>

/** By ID, deactivated ones included: reactions still show them. */
export const customEmojiMap = z.record(z.string(), customEmojiObject)
