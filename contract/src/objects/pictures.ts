import { z } from 'zod'
import type { FileLimits } from '../endpoint.ts'

const mebibyte = 1024 * 1024

/** Maximum size of a picture file in MiB: avatars, organization icons and logos, and emoji. */
export const maxPictureMib = 5

/** File limits of endpoints that take one picture. */
export const onePicture: FileLimits = { maxFiles: 1, maxFileBytes: maxPictureMib * mebibyte }

export const maxEmojiArchiveMib = 10
export const maxEmojiInArchive = 200
export const emojiArchive: FileLimits = {
  maxFiles: 1,
  maxFileBytes: maxEmojiArchiveMib * mebibyte,
  sampleName: 'emoji.zip',
}

/** The outcome for one file of an archive. */
export const emojiArchiveResult = z.strictObject({
  file_name: z.string(),
  emoji_name: z.string().nullable(),
  reason: z.string().nullable(),
  msg: z.string().nullable(),
  reason_params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type EmojiArchiveResult = z.output<typeof emojiArchiveResult>

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
