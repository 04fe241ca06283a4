import { areas, type TokenObject } from '@loquat/contract'
import { tokenEnd } from '../../../events/credential.ts'
import { implement } from '../../../http/implement.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { assertSessionProof } from '../second-factors/proof.ts'
import { createToken, revokeToken } from './actions.ts'
import { findTokenUser } from './rules.ts'
import { type TokenRow, tokensOf, tokensOfRealm } from './store.ts'

function presentToken({ directory }: Realm, row: TokenRow): TokenObject {
  const kind = row.kind as TokenObject['kind']
  const end = tokenEnd(directory, {
    kind,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
  })
  return {
    token_id: row.id,
    user_id: row.user_id,
    kind,
    name: row.name,
    start: row.start,
    scopes: row.scopes,
    read_only: row.read_only,
    channel_ids: row.channel_ids,
    topic: row.topic,
    addresses: row.addresses,
    created_at: toSeconds(row.created_at.getTime()),
    expires_at: end === Number.POSITIVE_INFINITY ? null : toSeconds(end),
    last_used_at: row.last_used_at && toSeconds(row.last_used_at.getTime()),
  }
}

export const tokenRoutes = implement(areas.tokens, {
  getTokens: async ({ app, realm, user, params }) => {
    const { id } = await realm.decideFresh(() =>
      findTokenUser(realm.directory, user, params.user_id ?? user.id),
    )
    const rows = await tokensOf(app.database.db, id, new Date(app.clock.now()))
    return { tokens: rows.map((row) => presentToken(realm, row)) }
  },

  createToken: async (call) => {
    const { app, realm, user, params } = call
    await assertSessionProof(call)
    const { secret, id } = await createToken(app, realm, user.id, params.user_id ?? user.id, {
      name: params.name,
      scopes: params.scopes,
      readOnly: params.read_only,
      channelIds: params.channel_ids,
      topic: params.topic,
      addresses: params.addresses,
      expiresAt: params.expires_at === null ? null : params.expires_at * 1_000,
    })
    return { token: secret, token_id: id }
  },

  revokeToken: async ({ app, realm, user, path }) => {
    await revokeToken(app, realm, user.id, path.token_id)
    return {}
  },

  getAllTokens: async ({ app, realm, params }) => {
    const { before, limit } = params
    const now = new Date(app.clock.now())
    const rows = await tokensOfRealm(app.database.db, realm.id, now, { before, limit: limit + 1 })
    return {
      tokens: rows.slice(0, limit).map((row) => presentToken(realm, row)),
      found_oldest: rows.length <= limit,
    }
  },
})
