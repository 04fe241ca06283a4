import { apiError } from '@loquat/contract'
import { isAdmin } from '../../../directory/directory.ts'
import { trim } from '../../../text.ts'
import type { Translate } from '../../../texts/texts.ts'
import { publishRenamedDefault } from '../../identity/bots/publish.ts'
import { nameOf, quoted } from '../../places/channels/bot-text.ts'
import { makeDefault, publishDefaultChannels } from '../../places/channels/default-channels.ts'
import { deleteDefaultChannel } from '../../places/channels/default-channels-store.ts'
import { renderDescriptions } from '../../places/channels/description.ts'
import { checkedChannelName, checkedRetention } from '../../places/channels/rules.ts'
import { publishReordered } from '../../places/default-channel-groups/present.ts'
import { type ChannelChange, postChannelNotice, publishUpdate } from './property-change.ts'
import { setColumns } from './store.ts'

export async function changeDefault(
  { tx, directory, user, channel }: ChannelChange,
  requested: boolean,
): Promise<void> {
  if (!isAdmin(user)) throw apiError('default-channel-change-denied')
  if (requested && (channel.inviteOnly || channel.isArchived)) {
    throw apiError('default-channel-unavailable')
  }
  const isDefault = directory.defaultChannels.has(channel.id)
  if (requested === isDefault) return
  if (requested) {
    await makeDefault(tx, directory, [channel])
    return
  }
  await deleteDefaultChannel(tx, channel.id)
  const remaining = new Set(directory.defaultChannels)
  remaining.delete(channel.id)
  publishDefaultChannels(tx, directory, remaining)
}

export async function changeRetention(step: ChannelChange, requested: string | number): Promise<void> {
  const { tx, directory, user, channel } = step
  if (!isAdmin(user)) {
    throw apiError('channel-retention-change-denied')
  }
  const days = checkedRetention(requested)
  await setColumns(tx, channel, { message_retention_days: days })
  publishUpdate(step, { property: 'message_retention_days', value: days })
  const organization = directory.setting('message_retention_days')
  const spoken = (text: Translate, value: number | null) => {
    const count = value ?? organization
    return count <= 0 ? text('channel.retentionUnlimited') : text('channel.retentionDays', { count })
  }
  await postChannelNotice(step, (text) =>
    text('channel.retention', {
      user: nameOf(user),
      before: spoken(text, channel.messageRetentionDays),
      after: spoken(text, days),
    }),
  )
}

/** Publishes even if nothing changed. */
export async function changeDescription(step: ChannelChange, requested: string): Promise<void> {
  const { tx, directory, user, channel } = step
  const description = requested.replaceAll('\n', ' ')
  const rendered = await renderDescriptions(tx.db, directory, user, [description])
  const rendered_description = rendered.get(description) ?? ''
  await setColumns(tx, channel, { description, rendered_description })
  publishUpdate(step, { property: 'description', value: description, rendered_description })
  await postChannelNotice(step, (text) =>
    [
      `${text('channel.described', { user: nameOf(user) })}\n`,
      `* **${text('channel.oldDescription')}**\n${quoted(text, channel.description)}`,
      `* **${text('channel.newDescription')}**\n${quoted(text, description)}`,
    ].join('\n'),
  )
}

export async function rename(step: ChannelChange, requested: string): Promise<void> {
  const { tx, directory, user, channel } = step
  const name = trim(requested)
  if (name === channel.name) throw apiError('channel-name-unchanged')
  const checked = checkedChannelName(name)
  const holder = directory.channelByName(checked)
  if (holder !== undefined && holder.id !== channel.id) {
    throw apiError('channel-name-taken', { channel: holder.name })
  }
  await setColumns(tx, channel, { name: checked })
  publishUpdate(step, { property: 'name', value: checked })
  const renamed = { ...step, channel: { ...channel, name: checked } }
  publishReordered(tx, directory, renamed.channel)
  publishRenamedDefault(tx, directory, renamed.channel)
  await postChannelNotice(renamed, (text) =>
    text('channel.renamed', { user: nameOf(user), before: channel.name, after: checked }),
  )
}
