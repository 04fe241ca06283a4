import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { revalidated } from '../../../http/reply/revalidation.ts'
import { addEmoji, removeEmoji } from './actions.ts'
import { addEmojiArchive } from './add-archive.ts'
import { presentEmojis } from './present.ts'

export const customEmojiRoutes = implement(areas.customEmoji, {
  getCustomEmoji: revalidated(({ realm }) => ({
    emoji: presentEmojis(realm.id, realm.directory.customEmoji.values()),
  })),

  addCustomEmoji: async ({ app, realm, user, path, files }) => {
    await addEmoji(app, realm, user, path.emoji_name, files)
    return {}
  },

  addEmojiArchive: async ({ app, realm, user, files }) => ({
    results: await addEmojiArchive(app, realm, user, files),
  }),

  removeCustomEmoji: async ({ realm, user, path }) => {
    await removeEmoji(realm, user.id, path.emoji_name)
    return {}
  },
})
