import type { CustomEmojiObject } from '@loquat/contract'
import type { CustomEmoji } from '../../../directory/directory.ts'
import { customEmojiUrl, stillUrl } from '../../../markdown/emoji/custom.ts'

function presentEmoji(realmId: number, emoji: CustomEmoji): CustomEmojiObject {
  return {
    id: `${emoji.id}`,
    name: emoji.name,
    source_url: customEmojiUrl(realmId, emoji.fileName),
    still_url: emoji.isAnimated ? stillUrl(realmId, emoji.fileName) : null,
    deactivated: emoji.deactivated,
    author_id: emoji.authorId,
  }
}

/** Keyed by ID. */
export const presentEmojis = (realmId: number, all: Iterable<CustomEmoji>) =>
  Object.fromEntries(Array.from(all, (emoji) => [`${emoji.id}`, presentEmoji(realmId, emoji)]))
