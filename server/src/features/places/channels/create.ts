import { apiError, maxNewChannels } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Channel, type Directory, isAdmin, type User } from '../../../directory/directory.ts'
import { audienceOf } from '../../../events/audience.ts'
import type { Tx } from '../../../events/transaction.ts'
import { creationAudience } from './audiences.ts'
import { type RenderedDescriptions, renderDescriptions } from './description.ts'
import { presentChannel } from './present.ts'
import { assertMayCreate, checkedPermissions, checkedRetention } from './rules.ts'
import { insertChannels } from './store.ts'
import type { SubscribeRequest } from './subscribe-request.ts'

type ChannelDescription = Pick<SubscribeRequest['channels'][number], 'name' | 'description'>

const descriptionOf = ({ description = '' }: ChannelDescription) => description.replaceAll('\n', ' ')

/** Renders the descriptions of new channels. Call it before locking the log, because rendering may take a while. */
export async function renderNewDescriptions(
  { database }: Pick<App, 'database'>,
  directory: Directory,
  caller: User,
  { channels }: SubscribeRequest,
): Promise<RenderedDescriptions> {
  const missing = channels.filter(({ name }) => directory.channelByName(name) === undefined)
  // A request with more new channels is refused.
  const texts = missing.slice(0, maxNewChannels).map(descriptionOf)
  return await renderDescriptions(database.db, directory, caller, texts)
}

/** Creates channels. The number of statements does not depend on the number of channels. */
export async function createChannels(
  tx: Tx,
  directory: Directory,
  caller: User,
  request: SubscribeRequest,
  missing: readonly ChannelDescription[],
  rendered: RenderedDescriptions,
): Promise<Channel[]> {
  const permissions = checkedPermissions(directory, caller.id, request.permissions)
  const retention =
    request.messageRetentionDays === undefined ? null : checkedRetention(request.messageRetentionDays)
  if (missing.length === 0) return []
  assertMayCreate(directory, caller, request, request.webPublicEnabled)
  if (retention !== null && !isAdmin(caller)) {
    throw apiError('channel-retention-denied')
  }
  if (missing.length > maxNewChannels) {
    throw apiError('channel-creation-limit-exceeded', { max: maxNewChannels })
  }
  const texts = missing.map(descriptionOf)
  // A channel was renamed in the meantime, so its old name now refers to a new channel.
  const late = texts.filter((text) => !rendered.has(text))
  const html = new Map([...rendered, ...(await renderDescriptions(tx.db, directory, caller, late))])
  const channels = await insertChannels(
    tx,
    missing.map(({ name }, n) => ({
      name,
      description: texts[n] ?? '',
      renderedDescription: html.get(texts[n] ?? '') ?? '',
      creatorId: caller.id,
      inviteOnly: request.inviteOnly,
      isWebPublic: request.isWebPublic,
      historyPublicToSubscribers: request.inviteOnly ? (request.historyPublicToSubscribers ?? false) : true,
      messageRetentionDays: retention,
      permissions,
      since: request.since,
    })),
  )
  // New channels of one request have the same permissions, and so the same audience.
  const audience = audienceOf(directory, creationAudience(directory, channels[0]!))
  for (const channel of channels) {
    tx.publish({ type: 'stream', op: 'create', streams: [presentChannel(directory, channel)] }, audience, {
      channels: [channel.id],
    })
  }
  return channels
}
