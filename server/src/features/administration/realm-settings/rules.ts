import {
  type AuthenticationMethod,
  apiError,
  authenticationMethods,
  contrastOf,
  minContrast,
  nearestAccent,
  type RealmSettings,
  realmSettings,
} from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import { canSeeChannel } from '../../../directory/permissions.ts'
import type { Config } from '../../../platform/config.ts'
import { hasRelay } from '../../conversation/calls/ice.ts'
import { assertAvailable } from './video-providers.ts'

type SettingName = keyof RealmSettings

const limitSettings = new Set<SettingName>([
  'message_content_edit_limit_seconds',
  'message_content_delete_limit_seconds',
  'move_messages_within_stream_limit_seconds',
  'move_messages_between_streams_limit_seconds',
])

const channels = new Set<SettingName>([
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'chat_update_announcements_stream_id',
  'moderation_request_channel_id',
])

/** Validates a setting and returns it as stored. */
export function checkedSetting(
  config: Config,
  directory: Directory,
  user: User,
  name: SettingName,
  requested: unknown,
): unknown {
  if (limitSettings.has(name)) return checkedLimit(name, requested, null)
  if (name === 'message_retention_days') return checkedLimit(name, requested, -1)
  if (name === 'video_chat_provider') assertAvailable(config, requested)
  if (name === 'calls_relay_only' && requested === true && !hasRelay(config)) {
    throw apiError('organization-relay-unavailable')
  }
  if (name === 'jitsi_server_url') return checkedUrl(requested)
  if (name === 'accent_color') return checkedAccent(String(requested))
  return channels.has(name) ? checkedChannel(directory, user, name, Number(requested)) : requested
}

function checkedLimit(name: SettingName, requested: unknown, unlimited: number | null): number | null {
  if (requested === 'unlimited') return unlimited
  if (typeof requested === 'number' && requested > 0 && requested <= 0x7fffffff) return requested
  const value = String(requested)
  throw apiError(
    'organization-setting-invalid',
    { setting: name, value },
    { var_name: name, bad_value: value },
  )
}

function checkedUrl(requested: unknown): string | null {
  if (requested === 'default') return null
  const url = URL.parse(String(requested))
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) return String(requested)
  throw apiError('organization-meeting-url-invalid')
}

/** Everyone sees this color, with white text on it. */
function checkedAccent(color: string): string {
  if (color === '') return color
  const ratio = contrastOf(color, '#ffffff')
  if (ratio >= minContrast) return color.toLowerCase()
  throw apiError('organization-accent-unreadable', {
    color,
    ratio: ratio.toFixed(2),
    min: minContrast,
    suggestion: nearestAccent(color),
  })
}

function checkedChannel(directory: Directory, user: User, name: SettingName, id: number): number {
  if (id < 0) return -1
  const channel = directory.channels.get(id)
  if (channel === undefined || channel.isArchived || !canSeeChannel(directory, user, channel)) {
    throw apiError('organization-setting-channel-not-found', { setting: name })
  }
  if (name === 'moderation_request_channel_id' && !channel.inviteOnly) {
    throw apiError('organization-moderation-channel-public')
  }
  return id
}

/** The new authentication methods; undefined if nothing changes. */
export function changedMethods(
  { realm }: Directory,
  user: User,
  requested: Record<string, boolean> | undefined,
): Partial<Record<AuthenticationMethod, boolean>> | undefined {
  if (requested === undefined) return undefined
  const unknown = Object.keys(requested).find(
    (name) => !(authenticationMethods as readonly string[]).includes(name),
  )
  if (unknown !== undefined) {
    throw apiError('organization-login-method-not-found', { method: unknown })
  }
  if (!Object.values(requested).includes(true)) {
    throw apiError('organization-login-method-missing')
  }
  const isAllowed = (name: AuthenticationMethod) => realm.authentication[name] ?? true
  if (authenticationMethods.every((name) => (requested[name] ?? isAllowed(name)) === isAllowed(name)))
    return undefined
  assertOwner(user, 'authentication_methods')
  return Object.fromEntries(authenticationMethods.map((name) => [name, requested[name] ?? isAllowed(name)]))
}

/** Only demo organizations may change their address, and this server creates none. */
export function assertSameAddress({ realm }: Directory, user: User, requested: string | undefined): void {
  if (requested === undefined || requested === realm.subdomain) return
  assertOwner(user, 'string_id')
  throw apiError('organization-address-fixed')
}

export function assertOwner(user: User, name: string): void {
  if (user.role !== 100) throw apiError('organization-setting-denied', { setting: name })
}

export const isOwnersOnly = (name: SettingName) => 'ownerOnly' in realmSettings[name]
export const isInDict = (name: SettingName) => 'inDict' in realmSettings[name]
