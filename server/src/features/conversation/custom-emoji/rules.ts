import { addEmojiDenial, refuse, removeEmojiDenial } from '@loquat/contract'
import { type CustomEmoji, type Directory, isAdmin, type User } from '../../../directory/directory.ts'
import { permissionsOf } from '../../../directory/permissions.ts'
import type { SentFile } from '../../../http/request/form.ts'
import { emojiCodeOf, extraEmoji } from '../../../markdown/emoji/unicode.ts'
import { trim } from '../../../text.ts'
import { assertFits, singleFile } from '../../identity/pictures/files.ts'

const maxNameLength = 100

export function checkedName(sent: string): string {
  const name = trim(sent).replaceAll(' ', '_')
  if (name === '') throw refuse('BadRequest', 'emoji_name: an emoji needs a name.')
  if (!/^[0-9a-z_-]*[0-9a-z]$/.test(name)) {
    const message = 'emoji_name: use small letters, digits, - and _, with a letter or digit at the end.'
    throw refuse('BadRequest', message)
  }
  if (name.length > maxNameLength) throw refuse('BadRequest', 'emoji_name: the name is too long.')
  return name
}

/** Checks permissions, name and files, in this order. Returns the file. */
export function checkedAddition(
  directory: Directory,
  user: User,
  name: string,
  files: readonly SentFile[],
): SentFile {
  if (addEmojiDenial(permissionsOf(directory), user) !== undefined) {
    throw refuse('BadRequest', 'You may not add emoji.')
  }
  if (directory.customEmojiByName(name) !== undefined) {
    throw refuse('BadRequest', 'emoji_name: there is an emoji of this name already.')
  }
  const file = singleFile(files)
  if (isBuiltIn(name) && !isAdmin(user)) {
    throw refuse('BadRequest', 'emoji_name: only administrators may replace a built-in emoji.')
  }
  assertFits(file)
  return file
}

const isBuiltIn = (name: string) => emojiCodeOf(name) !== undefined || extraEmoji.has(name)

export function findRemovable(directory: Directory, user: User, name: string): CustomEmoji {
  const emoji = directory.customEmojiByName(name)
  if (emoji === undefined) throw refuse('RecordNotFound', 'emoji_name: there is no emoji of this name.')
  if (removeEmojiDenial(user, emoji.authorId) !== undefined) {
    throw refuse('BadRequest', 'Only administrators and whoever added it may remove an emoji.')
  }
  return emoji
}
