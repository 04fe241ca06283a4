import { channelPermissions, type GroupSettingValue, WireError } from '@loquat/contract'
import type { Channel } from '../../../directory/directory.ts'
import { audienceOf } from '../../../events/audience.ts'
import { archive, unarchive } from '../../administration/channel-changes/archive.ts'
import { changePrivacy } from '../../administration/channel-changes/privacy.ts'
import { changeDescription, rename } from '../../administration/channel-changes/properties.ts'
import { applyChange, type ChannelChange } from '../../administration/channel-changes/property-change.ts'
import { creationAudience } from '../../places/channels/audiences.ts'
import { renderDescriptions } from '../../places/channels/description.ts'
import { presentChannel } from '../../places/channels/present.ts'
import { insertChannels } from '../../places/channels/store.ts'
import { storeSubscriptions } from '../../places/channels/subscribe.ts'
import { endAndPublish } from '../../places/channels/unsubscribe.ts'
import { channelDescription, channelName } from '../text/names.ts'
import { recordIds } from '../write/rows-store.ts'
import { channelOf, type FollowContext, ownerOf, userOf } from './context.ts'
import type { OldChannel } from './objects.ts'

/** Makes the channels here equal to those that the accounts see on the old server. */
export async function followChannels(context: FollowContext): Promise<void> {
  for (const from of context.old.channels) {
    if (context.ids.channels.has(String(from.stream_id))) await changeChannel(context, from)
    else await addChannel(context, from)
    if (from.subscribers !== undefined) await followSubscribers(context, from.stream_id, from.subscribers)
  }
}

async function addChannel(context: FollowContext, from: OldChannel): Promise<void> {
  const { app, realm, ids, report } = context
  const { directory } = realm
  const description = channelDescription(from.description ?? '')
  const rendered = await renderDescriptions(app.database.db, directory, ownerOf(context), [description])
  const createdAt = Math.min((from.date_created ?? Number.POSITIVE_INFINITY) * 1_000, app.clock.now())
  const oldId = String(from.stream_id)
  const id = await realm.transactExclusively(async (tx) => {
    const creator = userOf(context, from.creator_id)
    const [channel] = await insertChannels(tx, [
      {
        name: freeName(context, from.name),
        description,
        renderedDescription: rendered.get(description) ?? '',
        creatorId: creator?.id ?? null,
        inviteOnly: from.invite_only ?? false,
        isWebPublic: (from.is_web_public ?? false) && !from.invite_only,
        historyPublicToSubscribers: from.invite_only ? (from.history_public_to_subscribers ?? false) : true,
        messageRetentionDays: null,
        permissions: initialPermissions(context, creator?.id),
        since: new Date(createdAt),
      },
    ])
    const audience = audienceOf(directory, creationAudience(directory, channel!))
    tx.publish({ type: 'stream', op: 'create', streams: [presentChannel(directory, channel!)] }, audience, {
      channels: [channel!.id],
    })
    await recordIds(tx.db, realm.id, 'channel', [[oldId, channel!.id]])
    return channel!.id
  })
  ids.channels.set(oldId, id)
  report.count('channels')
  if (from.is_archived) await changeChannel(context, from)
}

/** The name, with a number if another channel here has it. */
function freeName({ realm }: FollowContext, name: string, ownId?: number): string {
  const wanted = channelName(name)
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : ` (${number})`
    const free = channelName(
      Array.from(wanted)
        .slice(0, 60 - suffix.length)
        .join('') + suffix,
    )
    const holder = realm.directory.channelByName(free)
    if (holder === undefined || holder.id === ownId) return free
  }
}

function initialPermissions({ realm }: FollowContext, creatorId: number | undefined): Channel['permissions'] {
  const { directory } = realm
  return Object.fromEntries(
    Object.entries(channelPermissions).map(([name, { default: initial }]): [string, GroupSettingValue] => {
      if (initial !== 'creator') return [name, directory.systemGroup(initial).id]
      if (creatorId === undefined) return [name, directory.systemGroup('role:nobody').id]
      return [name, { direct_members: [creatorId], direct_subgroups: [] }]
    }),
  ) as Channel['permissions']
}

async function changeChannel(context: FollowContext, from: OldChannel): Promise<void> {
  const { app, realm } = context
  const channel = channelOf(context, from.stream_id)
  if (channel === undefined) return
  const change = async (isNeeded: boolean, work: (step: ChannelChange) => Promise<void>) => {
    if (!isNeeded) return
    try {
      await applyChange(app, realm, ownerOf(context).id, channel.id, (step) =>
        work({ ...step, isFollowed: true }),
      )
      context.report.count('channels')
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      context.report.skip('channels', 'refused here')
    }
  }
  const isArchived = from.is_archived ?? channel.isArchived
  await change(!isArchived && channel.isArchived, unarchive)
  const name = freeName(context, from.name.replace(/^!+DEACTIVATED:/, ''), channel.id)
  await change(name !== channel.name, (step) => rename(step, name))
  const description = channelDescription(from.description ?? channel.description)
  await change(description !== channel.description, (step) => changeDescription(step, description))
  const inviteOnly = from.invite_only ?? channel.inviteOnly
  const isWebPublic = (from.is_web_public ?? channel.isWebPublic) && !inviteOnly
  const isShared = inviteOnly
    ? (from.history_public_to_subscribers ?? channel.historyPublicToSubscribers)
    : true
  const hasOtherPrivacy =
    inviteOnly !== channel.inviteOnly ||
    isWebPublic !== channel.isWebPublic ||
    isShared !== channel.historyPublicToSubscribers
  const privacy = {
    is_private: inviteOnly,
    is_web_public: isWebPublic,
    history_public_to_subscribers: isShared,
  }
  await change(hasOtherPrivacy, (step) => changePrivacy(step, privacy, true))
  await change(isArchived && !channel.isArchived, archive)
}

/** Makes the subscribers of a channel equal to those on the old server. */
export async function followSubscribers(
  context: FollowContext,
  oldChannelId: number,
  oldSubscribers: readonly number[],
): Promise<void> {
  const { realm, report } = context
  if (channelOf(context, oldChannelId) === undefined) return
  const wanted = new Set(
    oldSubscribers.flatMap((id) => {
      const user = userOf(context, id)
      return user === undefined || user.isSystemBot || !user.isActive ? [] : user.id
    }),
  )
  const count = await realm.transactExclusively(async (tx) => {
    const { directory } = realm
    const channel = channelOf(context, oldChannelId)!
    const users = (userIds: readonly number[]) =>
      userIds.flatMap((id) => {
        const user = directory.users.get(id)
        return user === undefined ? [] : { user, channel }
      })
    const added = users([...wanted].filter((id) => !channel.subscribers.has(id)))
    // Deactivated users keep their subscriptions.
    const left = users([...channel.subscribers.keys()].filter((id) => !wanted.has(id))).filter(
      ({ user }) => user.isActive,
    )
    await storeSubscriptions(
      tx,
      directory,
      added.map((one) => ({ ...one, isNew: false, color: undefined })),
    )
    await endAndPublish(tx, directory, left, [])
    return added.length + left.length
  })
  report.count('subscriptions', count)
}
