import type { GroupSettingValue } from '@loquat/contract'
import { api } from '../session/api.ts'
import { attempt, attemptFor } from '../session/attempt.ts'
import { changeResource, invalidate } from '../session/resource.ts'
import { changeOrg, myId } from '../session/session.ts'
import { channelById } from './channels.ts'
import { markLeaving } from './lost-channel.ts'
import { subscribersKey } from './subscribers.ts'

const nameOf = (channelId: number) => channelById(channelId)?.name ?? ''
export async function addSubscribers(channelId: number, userIds: number[]) {
  const own = userIds.length === 1 && userIds[0] === myId()
  const problem = await attempt(() =>
    api.subscribe({ subscriptions: [{ name: nameOf(channelId) }], ...(own ? {} : { principals: userIds }) }),
  )
  invalidate(subscribersKey(channelId))
  return problem
}

export async function removeSubscribers(channelId: number, userIds: number[]) {
  const own = userIds.length === 1 && userIds[0] === myId()
  const stay = own ? markLeaving(channelId) : undefined
  changeResource<number[]>(subscribersKey(channelId), (ids) => ids.filter((id) => !userIds.includes(id)))
  const problem = await attempt(() =>
    api.unsubscribe({ subscriptions: [nameOf(channelId)], ...(own ? {} : { principals: userIds }) }),
  )
  if (problem !== undefined) stay?.()
  invalidate(subscribersKey(channelId))
  return problem
}

export interface NewChannelInput {
  name: string
  description: string
  privacy: Privacy
  holders: Partial<Record<string, GroupSettingValue>>
  userIds: number[]
  announce: boolean
  isDefault: boolean
  retention: number | 'unlimited' | undefined
}

/** The privacy of a channel: the people that can find, join and read it. */
export type Privacy = 'web' | 'public' | 'private' | 'protected'

const privacyParams = (privacy: Privacy) => ({
  is_web_public: privacy === 'web',
  history_public_to_subscribers: privacy !== 'protected',
})
const isPrivate = (privacy: Privacy) => privacy === 'private' || privacy === 'protected'

export const createChannel = (input: NewChannelInput) =>
  attemptFor(() =>
    api.subscribe({
      subscriptions: [{ name: input.name, description: input.description }],
      principals: input.userIds,
      invite_only: isPrivate(input.privacy),
      ...privacyParams(input.privacy),
      announce: input.announce,
      is_default_stream: input.isDefault,
      ...(input.retention === undefined ? {} : { message_retention_days: input.retention }),
      ...input.holders,
    }),
  )

export const renameChannel = (id: number, name: string) =>
  attempt(() => api.updateChannel({ stream_id: id, new_name: name }))
export const describeChannel = (id: number, description: string) =>
  attempt(() => api.updateChannel({ stream_id: id, description }))
export const changePrivacy = (id: number, privacy: Privacy) =>
  attempt(() =>
    api.updateChannel({ stream_id: id, is_private: isPrivate(privacy), ...privacyParams(privacy) }),
  )
export const changeRetention = (id: number, days: number | string) =>
  attempt(() => api.updateChannel({ stream_id: id, message_retention_days: days }))
export const changeIsDefault = (id: number, isDefault: boolean) =>
  attempt(() =>
    isDefault ? api.addDefaultChannel({ stream_id: id }) : api.removeDefaultChannel({ stream_id: id }),
  )
export const archiveChannel = (id: number) => attempt(() => api.archiveChannel({ stream_id: id }))
export const unarchiveChannel = (id: number) =>
  attempt(() => api.updateChannel({ stream_id: id, is_archived: false }))
export const changeChannelPermission = (
  id: number,
  name: string,
  value: GroupSettingValue,
  old: GroupSettingValue,
) => attempt(() => api.updateChannel({ stream_id: id, [name]: { new: value, old } }))

export type SubscriptionProperty =
  | 'color'
  | 'is_muted'
  | 'pin_to_top'
  | 'desktop_notifications'
  | 'audible_notifications'
  | 'push_notifications'
  | 'email_notifications'
  | 'wildcard_mentions_notify'

/** Changes a personal setting of a subscription, with an optimistic update. */
export async function changeSubscription(
  id: number,
  property: SubscriptionProperty,
  value: boolean | string,
) {
  const show = (entry: unknown) =>
    changeOrg((state) => ({
      ...state,
      ...(state.subscriptions === undefined
        ? {}
        : {
            subscriptions: state.subscriptions.map((one) =>
              one.stream_id === id ? { ...one, [property]: entry } : one,
            ),
          }),
    }))
  let before: unknown
  changeOrg((state) => {
    before = state.subscriptions?.find((one) => one.stream_id === id)?.[property]
    return state
  })
  show(value)
  const problem = await attempt(() => api.updateSubscriptionProperty({ stream_id: id, property, value }))
  if (problem !== undefined) show(before)
  return problem
}
