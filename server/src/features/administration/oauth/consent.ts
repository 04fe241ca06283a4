import { apiError, createTokenDenial, maxTokenChannels } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Directory, isBot, type User } from '../../../directory/directory.ts'
import { canReadChannel, permissionsOf } from '../../../directory/permissions.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import { hashOfKey, randomKey } from '../../../platform/signer.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishTokenEndings } from '../../../tokens/tokens.ts'
import { callerOf } from '../../identity/users/principals.ts'
import type { AuthorizationRequest } from './authorization.ts'
import { appConnectedEmail } from './emails.ts'
import { deleteOlderGrants, hasGrantFor, insertGrant } from './grant-store.ts'

const codeSeconds = 60
const codeLength = 40
/** Connections of one person with one app: one for each of their devices. Another one ends the oldest. */
const maxGrants = 20

/** Whether a person can connect apps. It is the same permission as for tokens: both give programs access to an account. */
export const canConnectApps = (directory: Directory, user: User): boolean =>
  user.isActive && !isBot(user) && createTokenDenial(permissionsOf(directory), user) === undefined

/** Stores the consent of a person. Returns the authorization code, which is not stored. */
export async function grantAccess(
  app: App,
  realm: Realm,
  userId: number,
  request: AuthorizationRequest,
  channelIds: number[] | null,
): Promise<string> {
  const { directory } = realm
  const { client, scopes, redirectUri, challenge } = request
  const code = randomKey(codeLength)
  await realm.transactExclusively(async (tx) => {
    const user = callerOf(directory, userId)
    if (!canConnectApps(directory, user)) throw apiError('app-authorize-denied')
    assertChannels(directory, user, channelIds)
    const now = app.clock.now()
    const isKnown = await hasGrantFor(tx, userId, client.id, { scopes, channelIds }, new Date(now))
    await insertGrant(tx, {
      appId: client.id,
      userId,
      scopes,
      channelIds,
      createdAt: new Date(now),
      codeHash: hashOfKey(code),
      codeExpiresAt: new Date(now + codeSeconds * 1_000),
      challenge,
      redirectUri,
    })
    tx.audit({
      kind: 'app.connected',
      target: { type: 'app', id: client.id, name: client.name },
      after: { user_id: userId, scopes, channel_ids: channelIds, redirect_uri: redirectUri },
    })
    // Another device with the same access is no news, and would make people ignore these emails.
    if (!isKnown) await sendEmail(tx, appConnectedEmail(realm, user, client.name, scopes))
    if ((await deleteOlderGrants(tx, userId, client.id, maxGrants)) > 0) publishTokenEndings(tx, [userId])
  })
  return code
}

function assertChannels(directory: Directory, user: User, channelIds: number[] | null): void {
  if (channelIds === null) return
  if (channelIds.length === 0 || channelIds.length > maxTokenChannels) throw apiError('token-channels-empty')
  for (const id of channelIds) {
    const channel = directory.channels.get(id)
    const isKnown = channel !== undefined && !channel.isArchived && canReadChannel(directory, user, channel)
    if (!isKnown) throw apiError('token-channel-not-found')
  }
}
