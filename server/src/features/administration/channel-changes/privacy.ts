import { apiError, createChannelDenial, webPublicDenial } from '@loquat/contract'
import { type Channel, type Directory, isGuest, type User } from '../../../directory/directory.ts'
import { canReadChannel, canSeeChannel, permissionsOf } from '../../../directory/permissions.ts'
import { metadataAudience } from '../../places/channels/audiences.ts'
import { labelOf, nameOf, type Privacy } from '../../places/channels/bot-text.ts'
import { publishShown } from '../../places/channels/publish.ts'
import { type ChannelChange, postChannelNotice, publishUpdate } from './property-change.ts'
import { setColumns } from './store.ts'

export interface PrivacyRequest {
  is_private?: boolean | undefined
  is_web_public?: boolean | undefined
  history_public_to_subscribers?: boolean | undefined
  is_default_stream?: boolean | undefined
}

export const requestsPrivacy = (request: PrivacyRequest) =>
  request.is_private !== undefined ||
  request.is_web_public !== undefined ||
  request.history_public_to_subscribers !== undefined

/**
 * The requested privacy, with other properties unchanged. Unless requested, history access follows read
 * access.
 */
function requestedPrivacy(channel: Channel, request: PrivacyRequest): Privacy {
  const { is_private, is_web_public, history_public_to_subscribers: history } = request
  return {
    inviteOnly: is_private ?? channel.inviteOnly,
    isWebPublic: is_web_public ?? channel.isWebPublic,
    historyPublicToSubscribers:
      history ?? (is_private === undefined ? channel.historyPublicToSubscribers : !is_private),
  }
}

/** Publishes even if nothing changed. */
export async function changePrivacy(
  step: ChannelChange,
  request: PrivacyRequest,
  webPublicEnabled: boolean,
): Promise<void> {
  const { tx, directory, user, channel } = step
  const privacy = requestedPrivacy(channel, request)
  assertPossible(directory, channel, privacy, request)
  if (!step.isFollowed) assertMayChange(directory, user, channel, request, webPublicEnabled)
  await setColumns(tx, channel, {
    invite_only: privacy.inviteOnly,
    is_web_public: privacy.isWebPublic,
    history_public_to_subscribers: privacy.historyPublicToSubscribers,
  })
  const after: Channel = { ...channel, ...privacy }
  const newcomers =
    channel.inviteOnly && !privacy.inviteOnly
      ? [...directory.activeUsers()].filter((one) => !isGuest(one) && !canSeeChannel(directory, one, channel))
      : []
  const users = newcomers.map((one) => one.id)
  publishShown(tx, directory, after, users)
  const receivers = new Set(users)
  publishUpdate(
    step,
    {
      property: 'invite_only',
      value: privacy.inviteOnly,
      history_public_to_subscribers: privacy.historyPublicToSubscribers,
      is_web_public: privacy.isWebPublic,
    },
    metadataAudience(directory, after).filter((id) => !receivers.has(id)),
  )
  await postChannelNotice(step, (text) =>
    text('channel.privacy', {
      user: nameOf(user),
      before: labelOf(text, channel),
      after: labelOf(text, after),
    }),
  )
}

function assertPossible(
  directory: Directory,
  channel: Channel,
  { inviteOnly, isWebPublic, historyPublicToSubscribers }: Privacy,
  { is_default_stream }: PrivacyRequest,
): void {
  if (isWebPublic && inviteOnly) throw apiError('web-public-channel-private')
  if (!inviteOnly && !historyPublicToSubscribers) {
    throw apiError('channel-history-public')
  }
  if (inviteOnly && (is_default_stream ?? directory.defaultChannels.has(channel.id))) {
    throw apiError('channel-privacy-default-channel')
  }
  if (!inviteOnly && directory.setting('moderation_request_channel_id') === channel.id) {
    throw apiError('channel-privacy-moderation-channel')
  }
}

function assertMayChange(
  directory: Directory,
  user: User,
  channel: Channel,
  { is_private, is_web_public }: PrivacyRequest,
  webPublicEnabled: boolean,
): void {
  if (!canReadChannel(directory, user, channel)) {
    throw apiError('channel-privacy-denied')
  }
  if (is_private !== undefined) {
    if (createChannelDenial(permissionsOf(directory), user, is_private) !== undefined) {
      throw apiError('channel-privacy-kind-denied')
    }
  }
  if (!is_web_public) return
  const denial = webPublicDenial(permissionsOf(directory), user, webPublicEnabled)
  if (denial === 'web-public-off') {
    throw apiError('web-public-channels-disabled')
  }
  if (denial !== undefined) {
    throw apiError('channel-privacy-web-public-denied')
  }
}
