import { apiError, type ReactionType } from '@loquat/contract'
import type { Directory } from '../../directory/directory.ts'
import { emojiCodeOf, extraEmoji, namesOf } from './unicode.ts'

/** The identity of an emoji, independent of its names. */
export interface Emoji {
  code: string
  type: ReactionType
}

/** The emoji with a name: a custom emoji hides a built-in one with the same name. */
export function emojiNamed(directory: Directory, name: string): Emoji {
  const custom = directory.customEmojiByName(name)
  if (custom !== undefined) return { code: `${custom.id}`, type: 'realm_emoji' }
  if (extraEmoji.has(name)) return { code: name, type: 'zulip_extra_emoji' }
  const code = emojiCodeOf(name)
  if (code === undefined) throw apiError('emoji-name-not-found', { name })
  return { code, type: 'unicode_emoji' }
}

/** The emoji of a request: missing properties follow from the name. */
export function resolveEmoji(
  directory: Directory,
  { name, code, type }: { name: string; code: string | undefined; type: ReactionType | undefined },
): Emoji {
  if (code !== undefined && type !== undefined) return { code, type }
  const named = emojiNamed(directory, name)
  return { code: code ?? named.code, type: type ?? named.type }
}

/** Throws if an emoji without reactions on the message cannot be added under this name. */
export function assertUsable(directory: Directory, { code, type }: Emoji, name: string): void {
  const names = namesFor(directory, code, type)
  if (names.length === 0) throw apiError('emoji-code-not-found', { type })
  if (!names.includes(name)) throw apiError('emoji-name-mismatch')
}

function namesFor(directory: Directory, code: string, type: ReactionType): readonly string[] {
  switch (type) {
    case 'unicode_emoji':
      return namesOf(code)
    case 'zulip_extra_emoji':
      return extraEmoji.has(code) ? [code] : []
    case 'realm_emoji': {
      const custom = directory.customEmoji.get(Number(code))
      return custom === undefined || custom.deactivated || `${custom.id}` !== code ? [] : [custom.name]
    }
  }
}
