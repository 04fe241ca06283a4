import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { addReaction, removeReaction } from './actions.ts'

export const reactionRoutes = implement(areas.reactions, {
  addReaction: async ({ app, realm, user, path, params }) => {
    const { emoji_name: name, emoji_code: code, reaction_type: type, skin_tone: skinTone } = params
    await addReaction(app, realm, user, path.message_id, { name, code, type, skinTone })
    return {}
  },

  removeReaction: async ({ realm, user, path, params }) => {
    const { emoji_name: name, emoji_code: code, reaction_type: type } = params
    await removeReaction(realm, user, path.message_id, { name, code, type })
    return {}
  },
})
