import {
  administerDenial,
  apiError,
  type ChannelPermission,
  channelPermissions,
  createChannelDenial,
  type GroupSettingValue,
  maxChannelNameLength,
  webPublicDenial,
} from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import { checkedValue } from '../../../directory/group-values.ts'
import { permissionsOf } from '../../../directory/permissions.ts'
import { badCharacterAt, isLongerThan, trim } from '../../../text.ts'

/** Validates a channel name and returns it as stored. */
export function checkedChannelName(name: string): string {
  const trimmed = trim(name)
  if (trimmed === '') throw apiError('channel-name-empty')
  if (isLongerThan(trimmed, maxChannelNameLength)) {
    throw apiError('channel-name-too-long', { max: maxChannelNameLength })
  }
  const bad = badCharacterAt(trimmed)
  if (bad !== undefined) throw apiError('channel-name-invalid', { position: bad })
  return trimmed
}

/** Days to keep messages. Null inherits from the organization, -1 means forever. */
export function checkedRetention(value: string | number): number | null {
  if (value === 'realm_default') return null
  if (value === 'unlimited') return -1
  if (typeof value === 'number' && value > 0 && value <= 0x7fffffff) return value
  throw apiError(
    'channel-retention-invalid',
    { value },
    { var_name: 'message_retention_days', bad_value: String(value) },
  )
}

/** Permission groups for a new channel. */
export function checkedPermissions(
  directory: Directory,
  creatorId: number,
  wanted: Partial<Record<ChannelPermission, GroupSettingValue | undefined>>,
): Record<ChannelPermission, GroupSettingValue> {
  const entries = Object.entries(channelPermissions).map(([name, row]) => {
    const value = wanted[name as ChannelPermission]
    if (value !== undefined) return [name, checkedValue(directory, name, row, value)]
    if (row.default === 'creator') return [name, { direct_members: [creatorId], direct_subgroups: [] }]
    return [name, directory.systemGroup(row.default).id]
  })
  return Object.fromEntries(entries)
}

export interface Privacy {
  inviteOnly: boolean
  isWebPublic: boolean
  isDefault: boolean
}

export function assertMayCreate(
  directory: Directory,
  user: User,
  { inviteOnly, isWebPublic, isDefault }: Privacy,
  webPublicEnabled: boolean,
): void {
  if (inviteOnly && isWebPublic) throw apiError('web-public-channel-private')
  const context = permissionsOf(directory)
  if (createChannelDenial(context, user, inviteOnly) !== undefined) {
    throw apiError('channel-creation-denied')
  }
  if (isDefault && administerDenial(user) !== undefined) {
    throw apiError('default-channel-creation-denied')
  }
  if (isDefault && inviteOnly) throw apiError('default-channel-private')
  if (!isWebPublic) return
  const denial = webPublicDenial(context, user, webPublicEnabled)
  if (denial === 'web-public-off') throw apiError('web-public-channels-disabled')
  if (denial !== undefined) {
    throw apiError('web-public-channel-creation-denied')
  }
}

/** Channel colors, assigned in this order. */
const palette = [
  ['#76ce90', '#fae589', '#a6c7e5', '#e79ab5', '#bfd56f', '#f4ae55'],
  ['#b0a5fd', '#addfe5', '#f5ce6e', '#c2726a', '#94c849', '#bd86e5'],
  ['#ee7e4a', '#a6dcbf', '#95a5fd', '#53a063', '#9987e1', '#e4523d'],
  ['#c2c2c2', '#4f8de4', '#c6a8ad', '#e7cc4d', '#c8bebf', '#a47462'],
].flat()

export function pickColor(used: ReadonlySet<string>, channelId: number): string {
  return palette.find((color) => !used.has(color)) ?? palette[channelId % palette.length] ?? '#c2c2c2'
}
