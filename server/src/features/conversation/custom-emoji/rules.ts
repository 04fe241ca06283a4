import { addEmojiDenial, apiError, removeEmojiDenial } from '@loquat/contract'
import { type CustomEmoji, type Directory, isAdmin, type User } from '../../../directory/directory.ts'
import { permissionsOf } from '../../../directory/permissions.ts'
import type { SentFile } from '../../../http/request/form.ts'
import { emojiCodeOf, extraEmoji } from '../../../markdown/emoji/unicode.ts'
import { trim } from '../../../text.ts'
import { assertFits, singleFile } from '../../identity/pictures/files.ts'

const maxNameLength = 100

export function checkedName(sent: string): string {
  const name = trim(sent).replaceAll(' ', '_')
  if (name === '') throw apiError('custom-emoji-name-empty')
  if (!/^[0-9a-z_-]*[0-9a-z]$/.test(name)) {
    throw apiError('custom-emoji-name-invalid')
  }
  if (name.length > maxNameLength) throw apiError('custom-emoji-name-too-long')
  return name
}

export function assertMayAdd(directory: Directory, user: User): void {
  if (addEmojiDenial(permissionsOf(directory), user) !== undefined) {
    throw apiError('custom-emoji-creation-denied')
  }
}

/** Checks permissions, name and files, in this order. Returns the file. */
export function checkedAddition(
  directory: Directory,
  user: User,
  name: string,
  files: readonly SentFile[],
): SentFile {
  assertMayAdd(directory, user)
  assertNotTaken(directory, name)
  const file = singleFile(files)
  assertMayName(user, name)
  assertFits(file)
  return file
}

export function assertNotTaken(directory: Directory, name: string): void {
  if (directory.customEmojiByName(name) !== undefined) throw apiError('custom-emoji-name-taken')
}

export function assertMayName(user: User, name: string): void {
  if (isBuiltIn(name) && !isAdmin(user)) throw apiError('custom-emoji-name-built-in')
}

const isBuiltIn = (name: string) => emojiCodeOf(name) !== undefined || extraEmoji.has(name)

export function findRemovable(directory: Directory, user: User, name: string): CustomEmoji {
  const emoji = directory.customEmojiByName(name)
  if (emoji === undefined) throw apiError('custom-emoji-not-found')
  if (removeEmojiDenial(user, emoji.authorId) !== undefined) {
    throw apiError('custom-emoji-removal-denied')
  }
  return emoji
}
