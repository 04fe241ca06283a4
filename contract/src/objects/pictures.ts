import { z } from 'zod'
import type { FileLimits } from '../endpoint.ts'

const mebibyte = 1024 * 1024

/** Maximum size of a picture file in MiB: avatars, organization icons and logos, and emoji. */
export const maxPictureMib = 5

/** File limits of endpoints that take one picture. */
export const onePicture: FileLimits = { maxFiles: 1, maxFileBytes: maxPictureMib * mebibyte }

/** A custom emoji. Its ID is a string because reactions refer to it by a string. */
export const customEmojiObject = z.strictObject({
  id: z.string(),
  name: z.string(),
  source_url: z.string(),
  /** The still frame of an animated emoji. */
  still_url: z.string().nullable(),
  deactivated: z.boolean(),
  author_id: z.int().nullable(),
})
export type CustomEmojiObject = z.output<typeof customEmojiObject>

/** By ID. Includes deactivated emoji, because existing reactions still show them. */
export const customEmojiMap = z.record(z.string(), customEmojiObject)
