import { apiError, type Scope } from '@loquat/contract'
import type { App } from '../../app.ts'
import type { Realm } from '../../realms/realm.ts'
import { channelOfMessage } from '../../tokens/store.ts'
import type { TokenGrant } from '../../tokens/tokens.ts'
import type { Call, Route } from '../implement.ts'

type ScopedRoute = Pick<Route, 'scope' | 'channelLimit'>

/** Whether a token includes a scope. */
export const tokenIncludes = ({ kind, scopes }: TokenGrant, scope: Scope): boolean =>
  kind !== 'webhook' && (scopes === undefined || scopes.has(scope))

/** Rejects calls that the token does not include, before the parameters are parsed. */
export function assertScope({ scope, channelLimit }: ScopedRoute, token: TokenGrant): void {
  if (scope === 'public') return
  if (scope === 'credentials' || (scope === 'webhook') !== (token.kind === 'webhook')) {
    throw apiError('token-denied')
  }
  if (scope !== 'webhook' && !tokenIncludes(token, scope)) {
    throw apiError('token-scope-missing', { scope }, { scope })
  }
  if (token.channels !== undefined && channelLimit === undefined) throw apiError('token-channels-unsupported')
}

/** The same for content outside the API, none of which can be limited to channels. */
export function assertContentScope(token: TokenGrant | undefined, scope: Scope): void {
  if (token !== undefined) assertScope({ scope, channelLimit: undefined }, token)
}

/**
 * Rejects calls outside of the channels of a token, where the path names the channel or message. Handlers check destinations and narrows,
 * because only they know which channel those mean.
 */
export async function assertWithinChannels(
  app: App,
  realm: Realm,
  { channelLimit }: ScopedRoute,
  channels: ReadonlySet<number>,
  { path, params }: Pick<Call, 'path' | 'params'>,
): Promise<void> {
  const { stream_id: channelId, message_id: messageId } = path as { stream_id?: number; message_id?: number }
  if (channelLimit === 'channel' && !channels.has(channelId ?? 0)) throw apiError('token-channel-denied')
  if (channelLimit !== 'message') return
  const { by_imported_id: byImportedId, stream_id: targetId } = params as {
    by_imported_id?: boolean
    stream_id?: number
  }
  // That ID names another message than the path seems to.
  if (byImportedId) throw apiError('token-channels-unsupported')
  const from = await channelOfMessage(app.database.db, realm.id, messageId ?? 0)
  if (from === undefined || !channels.has(from)) throw apiError('token-channel-denied')
  if (targetId !== undefined && !channels.has(targetId)) throw apiError('token-channel-denied')
}
