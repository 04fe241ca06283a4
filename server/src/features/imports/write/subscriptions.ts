import type { Channel, User } from '../../../directory/directory.ts'
import { pickColor } from '../../places/channels/rules.ts'
import type { SourceSubscription } from '../model.ts'
import type { ImportJob } from './job.ts'
import { type StagedSubscription, stageSubscriptions } from './read-store.ts'

const batchSize = 500

/**
 * Stages subscriptions. They are stored after the messages, because their ranges depend on message IDs. Returns those of
 * users who are in no list: they count if the user turns out to be a sender.
 */
export async function stageAllSubscriptions(job: ImportJob): Promise<SourceSubscription[]> {
  const unknown: SourceSubscription[] = []
  const colors = new Map<number, Set<string>>()
  let batch: StagedSubscription[] = []
  for await (const subscription of job.source.subscriptions()) {
    if (!job.users.has(subscription.user)) {
      unknown.push(subscription)
      continue
    }
    const row = rowOf(job, subscription, colors)
    if (row !== undefined) batch.push(row)
    if (batch.length < batchSize) continue
    await store(job, batch)
    batch = []
  }
  await store(job, [...batch, ...ownerRows(job, colors)])
  return unknown
}

/** Subscribes an owner who is not in the archive to the default channels, as every new user. */
function ownerRows(job: ImportJob, colors: Map<number, Set<string>>): StagedSubscription[] {
  const { createdOwner: owner } = job
  return owner === undefined
    ? []
    : job.defaultChannels.map((channel) => stagedRow(owner, channel, { isActive: true }, colors))
}

export async function stageLateSubscriptions(
  job: ImportJob,
  unknown: readonly SourceSubscription[],
): Promise<void> {
  const rows = unknown.flatMap((subscription) => {
    if (job.users.has(subscription.user)) return rowOf(job, subscription, new Map()) ?? []
    job.report.skip('members', 'not in the list of people')
    return []
  })
  await store(job, rows)
}

async function store(job: ImportJob, rows: readonly StagedSubscription[]): Promise<void> {
  const stored = await stageSubscriptions(job.db, rows)
  job.report.count('subscriptions', stored)
  job.report.skip('subscriptions', 'more than once in the archive', rows.length - stored)
}

function rowOf(
  job: ImportJob,
  from: SourceSubscription,
  colors: Map<number, Set<string>>,
): StagedSubscription | undefined {
  const user = job.users.get(from.user)!
  const channel = job.channels.get(from.channel)
  if (channel === undefined) {
    job.report.skip('subscriptions', 'channel is not in the archive')
    return undefined
  }
  if (user.isSystemBot) {
    job.report.skip('subscriptions', 'no counterpart')
    return undefined
  }
  return stagedRow(user, channel, from, colors)
}

function stagedRow(
  user: User,
  channel: Channel,
  from: Omit<SourceSubscription, 'user' | 'channel'>,
  colors: Map<number, Set<string>>,
): StagedSubscription {
  if (from.isActive) channel.subscribers.set(user.id, 0)
  return {
    user_id: user.id,
    channel_id: channel.id,
    recipient_id: channel.recipientId,
    active: from.isActive,
    color: colorOf(from.color, colors, user.id, channel.id),
    is_muted: from.isMuted ?? false,
    pin_to_top: from.isPinned ?? false,
    desktop_notifications: from.desktopNotifications ?? null,
    email_notifications: from.emailNotifications ?? null,
    push_notifications: from.pushNotifications ?? null,
    audible_notifications: from.audibleNotifications ?? null,
    wildcard_mentions_notify: from.wildcardMentionsNotify ?? null,
  }
}

function colorOf(
  wanted: string | undefined,
  colors: Map<number, Set<string>>,
  userId: number,
  channelId: number,
): string {
  const used = colors.get(userId) ?? new Set()
  const color = /^#[0-9a-f]{6}$/i.test(wanted ?? '') ? (wanted ?? '') : pickColor(used, channelId)
  colors.set(userId, used.add(color))
  return color
}
