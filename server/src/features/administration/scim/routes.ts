import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { assertSessionProof } from '../second-factors/proof.ts'
import { scimPath } from './resources.ts'
import { tokenOf } from './token-store.ts'
import { createToken, revokeToken } from './tokens.ts'

export const scimRoutes = implement(areas.scim, {
  getScim: async ({ app, realm }) => {
    const token = await tokenOf(app.database.db, realm.id)
    return {
      url: `${realm.directory.url}${scimPath}`,
      token: token
        ? {
            created_at: toSeconds(token.createdAt.getTime()),
            creator_id: token.creatorId,
            last_used_at: token.lastUsedAt && toSeconds(token.lastUsedAt.getTime()),
          }
        : null,
    }
  },

  createScimToken: async (call) => {
    await assertSessionProof(call)
    return { scim_token: await createToken(call.app, call.realm, call.user.id) }
  },

  revokeScimToken: async ({ realm }) => {
    await revokeToken(realm)
    return {}
  },
})
