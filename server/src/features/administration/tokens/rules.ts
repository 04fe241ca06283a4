import { apiError, createTokenDenial, maxTokenNameLength, maxTokens, type Scope } from '@loquat/contract'
import { type Directory, isAdmin, isBot, type User } from '../../../directory/directory.ts'
import { canReadChannel, permissionsOf } from '../../../directory/permissions.ts'
import { isWebhookBot } from '../../../http/request/authenticate.ts'
import { parseNetwork } from '../../../platform/networks.ts'
import { isLongerThan, trim } from '../../../text.ts'
import { findBot } from '../../identity/bots/rules.ts'

/** A token as requested. */
export interface TokenRequest {
  name: string
  scopes: Scope[] | null
  readOnly: boolean
  channelIds: number[] | null
  topic: string | undefined
  addresses: string[] | null
  /** In milliseconds. */
  expiresAt: number | null
}

const dayMs = 24 * 60 * 60 * 1_000

/** Finds a user whose tokens the caller can see and revoke: themselves, a bot that they manage, or anyone for administrators. */
export function findTokenUser(directory: Directory, caller: User, userId: number): User {
  const user = directory.users.get(userId)
  if (user === undefined || user.isSystemBot) throw apiError('token-user-not-found')
  const isTheirs = user.id === caller.id || (isBot(user) && user.botOwnerId === caller.id)
  if (!isTheirs && !isAdmin(caller)) throw apiError('token-user-not-found')
  return user
}

/** Finds the account that a new token acts as. A token of another person would be their password in other hands. */
export function findNewTokenUser(directory: Directory, caller: User, userId: number): User {
  if (userId === caller.id) {
    if (createTokenDenial(permissionsOf(directory), caller) !== undefined)
      throw apiError('token-creation-denied')
    return caller
  }
  const user = findTokenUser(directory, caller, userId)
  if (!isBot(user) || !user.isActive) throw apiError('token-user-not-found')
  // The same rule as for its API key.
  return findBot(directory, caller, user.id)
}

/** Checks a request, and returns it as it is stored. */
export function checkedToken(
  directory: Directory,
  caller: User,
  user: User,
  request: TokenRequest,
  now: number,
): TokenRequest {
  const name = trim(request.name)
  if (name === '' || isLongerThan(name, maxTokenNameLength)) {
    throw apiError('token-name-invalid', { max: maxTokenNameLength })
  }
  const channelIds = request.channelIds && [...new Set(request.channelIds)]
  const addresses = request.addresses && [...new Set(request.addresses.map(trim))]
  if (isWebhookBot(user)) assertWebhookToken(request, channelIds)
  else if (request.topic !== undefined) throw apiError('token-topic-denied')
  if (request.scopes?.length === 0) throw apiError('token-scopes-empty')
  if (channelIds?.length === 0) throw apiError('token-channels-empty')
  for (const id of channelIds ?? []) {
    const channel = directory.channels.get(id)
    // A channel that the caller cannot see must not be distinguishable from none.
    const isKnown = channel !== undefined && !channel.isArchived && canReadChannel(directory, caller, channel)
    if (!isKnown) throw apiError('token-channel-not-found')
  }
  if (addresses?.length === 0) throw apiError('token-addresses-empty')
  for (const address of addresses ?? []) {
    if (parseNetwork(address) === undefined) throw apiError('token-address-invalid', { address })
  }
  const expiresAt = checkedExpiry(directory, isWebhookBot(user), request.expiresAt, now)
  return { ...request, name, channelIds, addresses, expiresAt }
}

function assertWebhookToken({ scopes, readOnly }: TokenRequest, channelIds: number[] | null): void {
  if (scopes !== null || readOnly) throw apiError('token-webhook-options-denied')
  if (channelIds?.length !== 1) throw apiError('token-webhook-channel-required')
}

/** With a maximum lifetime, tokens without an expiry get the latest possible one. */
function checkedExpiry(
  directory: Directory,
  isForWebhook: boolean,
  expiresAt: number | null,
  now: number,
): number | null {
  if (expiresAt !== null && expiresAt <= now) throw apiError('token-expiry-past')
  const days = directory.setting('token_max_lifetime_days')
  if (days === 0 || isForWebhook) return expiresAt
  const latest = now + days * dayMs
  if (expiresAt !== null && expiresAt > latest) throw apiError('token-expiry-too-late', { days })
  return expiresAt ?? latest
}

export function assertRoomForToken(count: number): void {
  if (count >= maxTokens) throw apiError('token-limit-reached', { max: maxTokens })
}
