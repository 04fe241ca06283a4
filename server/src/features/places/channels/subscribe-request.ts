import type { ChannelPermission, GroupSettingValue } from '@loquat/contract'

export interface SubscribeRequest {
  channels: { name: string; description?: string | undefined; color?: string | undefined }[]
  principals: (number | string)[] | undefined
  authorizationErrorsFatal: boolean
  inviteOnly: boolean
  isWebPublic: boolean
  isDefault: boolean
  /** Whether to post a notice about new channels. */
  announce: boolean
  historyPublicToSubscribers: boolean | undefined
  messageRetentionDays: string | number | undefined
  permissions: Partial<Record<ChannelPermission, GroupSettingValue | undefined>>
  webPublicEnabled: boolean
  /** Creation date for imported channels; suppresses notices. */
  since?: Date | undefined
}

/** Subscribes the caller; a new channel is public with default permissions. */
export const defaultRequest: Omit<SubscribeRequest, 'channels'> = {
  principals: undefined,
  authorizationErrorsFatal: true,
  inviteOnly: false,
  isWebPublic: false,
  isDefault: false,
  announce: false,
  historyPublicToSubscribers: undefined,
  messageRetentionDays: undefined,
  permissions: {},
  webPublicEnabled: false,
}
