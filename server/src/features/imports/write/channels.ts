import { channelPermissions } from '@loquat/contract'
import type { Channel } from '../../../directory/directory.ts'
import { SubscriberMap } from '../../../directory/subscriber-map.ts'
import { organizationContext } from '../../../markdown/directory-context.ts'
import { RenderFailure, renderDescription } from '../../../markdown/render.ts'
import { ImportError } from '../import-error.ts'
import type { SourceChannel } from '../model.ts'
import { channelDescription, channelName, uniqueChannelNames } from '../text/names.ts'
import { insertImportedChannels } from './channel-store.ts'
import { completePermissions } from './group-values.ts'
import { dateOrNow, fakeIds, type ImportJob } from './job.ts'
import { addRows, recordIds } from './rows-store.ts'

/** Returns the channels with bookmarks, which are stored after the files. */
export async function writeChannels(job: ImportJob): Promise<SourceChannel[]> {
  const names = uniqueChannelNames()
  const sources: SourceChannel[] = []
  const seen = new Set<string>()
  const channels: Channel[] = []
  for await (const from of job.source.channels()) {
    if (seen.has(from.id)) throw new ImportError('archive-channels-twice', { id: from.id })
    seen.add(from.id)
    sources.push(from)
    channels.push(channelOf(job, from, names.take(channelName(from.name))))
  }
  const ids = job.isDryRun
    ? fakeIds(channels).map((id) => ({ id, recipient_id: id }))
    : await insertImportedChannels(job.db, job.realmId, channels)
  for (const [n, channel] of channels.entries()) {
    channel.id = ids[n]!.id
    channel.recipientId = ids[n]!.recipient_id
    job.directory.putChannel(channel)
    job.channels.set(sources[n]!.id, channel)
  }
  job.report.count('channels', channels.length)
  await writeDefaults(job, sources)
  if (!job.isDryRun) {
    await recordIds(
      job.db,
      job.realmId,
      'channel',
      Array.from(job.channels, ([id, channel]) => [id, channel.id] as const),
    )
  }
  return sources.filter(({ bookmarks = [] }) => bookmarks.length > 0)
}

function channelOf(job: ImportJob, from: SourceChannel, name: string): Channel {
  const creatorId = (from.creator === undefined ? undefined : job.users.get(from.creator)?.id) ?? null
  const description = channelDescription(from.description)
  const retention = from.retentionDays ?? null
  return {
    id: 0,
    recipientId: 0,
    name,
    description,
    renderedDescription: rendered(job, description),
    creatorId,
    inviteOnly: from.isPrivate,
    isWebPublic: from.isWebPublic === true && !from.isPrivate,
    historyPublicToSubscribers: from.isPrivate ? from.hasSharedHistory : true,
    isArchived: from.isArchived,
    isRecentlyActive: true,
    messageRetentionDays: retention === -1 || (retention !== null && retention > 0) ? retention : null,
    firstMessageId: null,
    folderId: (from.folder === undefined ? undefined : job.folders.get(from.folder)) ?? null,
    permissions: completePermissions(job, channelPermissions, from.permissions, creatorId),
    createdAt: dateOrNow(job, from.createdAt).getTime(),
    subscribers: new SubscriberMap(),
    mutedBy: new Set(),
    former: new Map(),
  }
}

function rendered(job: ImportJob, description: string): string {
  try {
    return renderDescription(description, organizationContext(job.directory))
  } catch (error) {
    if (error instanceof RenderFailure) return ''
    throw error
  }
}

/** Channels that new users are subscribed to. They cannot be private or archived. */
async function writeDefaults(job: ImportJob, sources: readonly SourceChannel[]): Promise<void> {
  job.defaultChannels = sources.flatMap((from) => {
    const channel = job.channels.get(from.id)
    const isDefault =
      from.isDefault === true && channel !== undefined && !channel.inviteOnly && !channel.isArchived
    return isDefault ? [channel] : []
  })
  const rows = job.defaultChannels.map((channel) => ({ channel_id: channel.id, realm_id: job.realmId }))
  if (!job.isDryRun)
    await addRows(job.db, 'default_channel', { channel_id: 'bigint', realm_id: 'bigint' }, rows)
}
