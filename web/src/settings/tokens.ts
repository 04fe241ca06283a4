import type { Scope, TokenObject } from '@loquat/contract'
import { api } from '../session/api.ts'
import { attempt } from '../session/attempt.ts'
import { invalidate, useResource } from '../session/resource.ts'
import { withProofFor } from './proof.ts'

export interface NewToken {
  /** A bot, or undefined for the reader. */
  userId: number | undefined
  name: string
  /** Undefined for everything that the account can do. */
  scopes: Scope[] | undefined
  readOnly: boolean
  channelIds: number[]
  addresses: string[]
  /** Undefined for never. */
  days: number | undefined
}

const keyOf = (userId: number | undefined) => `tokens ${userId ?? 'own'}`
const ofUser = (userId: number | undefined) => (userId === undefined ? {} : { user_id: userId })
const daySeconds = 86_400

export type { TokenObject }

/** The tokens of the reader or of a bot. */
export const useTokens = (userId: number | undefined) =>
  useResource(keyOf(userId), (signal) => api.getTokens(ofUser(userId), { signal }))

/** Returns the token, which is shown once. */
export async function createToken({ userId, name, scopes, readOnly, channelIds, addresses, days }: NewToken) {
  const outcome = await withProofFor(() =>
    api.createToken({
      ...ofUser(userId),
      name,
      scopes: scopes ?? null,
      read_only: readOnly,
      channel_ids: channelIds.length === 0 ? null : channelIds,
      addresses: addresses.length === 0 ? null : addresses,
      expires_at: days === undefined ? null : Math.floor(Date.now() / 1_000) + days * daySeconds,
    }),
  )
  invalidate(keyOf(userId))
  return outcome
}

/** A token for the URL of an incoming webhook bot, which posts only to this channel. */
export async function createWebhookToken(botId: number, name: string, channelId: number) {
  const outcome = await withProofFor(() =>
    api.createToken({ user_id: botId, name, channel_ids: [channelId] }),
  )
  invalidate(keyOf(botId))
  return outcome
}

export async function revokeToken(userId: number | undefined, tokenId: number) {
  const problem = await attempt(() => api.revokeToken({ token_id: tokenId }))
  invalidate(keyOf(userId))
  return problem
}
