import {
  type AuthenticationMethod,
  authenticationMethods,
  type RealmSettings,
  realmSettings,
  refuse,
} from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import { canSeeChannel } from '../../../directory/permissions.ts'

type Name = keyof RealmSettings

const limits = new Set<Name>([
  'message_content_edit_limit_seconds',
  'message_content_delete_limit_seconds',
  'move_messages_within_stream_limit_seconds',
  'move_messages_between_streams_limit_seconds',
])

const channels = new Set<Name>([
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'chat_update_announcements_stream_id',
  'moderation_request_channel_id',
])

/** A wanted value as it is stored. */
export function checkedSetting(directory: Directory, user: User, name: Name, wanted: unknown): unknown {
  if (limits.has(name)) return checkedLimit(name, wanted, null)
  if (name === 'message_retention_days') return checkedLimit(name, wanted, -1)
  if (name === 'jitsi_server_url') return checkedUrl(wanted)
  return channels.has(name) ? checkedChannel(directory, user, name, Number(wanted)) : wanted
}

function checkedLimit(name: Name, wanted: unknown, unlimited: number | null): number | null {
  if (wanted === 'unlimited') return unlimited
  if (typeof wanted === 'number' && wanted > 0 && wanted <= 0x7fffffff) return wanted
  throw refuse('ParameterInvalid', `${name} cannot be ${wanted}.`, {
    var_name: name,
    bad_value: String(wanted),
  })
}

function checkedUrl(wanted: unknown): string | null {
  if (wanted === 'default') return null
  const url = URL.parse(String(wanted))
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) return String(wanted)
  throw refuse('BadRequest', 'jitsi_server_url: this is not the address of a web page.')
}

function checkedChannel(directory: Directory, user: User, name: Name, id: number): number {
  if (id < 0) return -1
  const channel = directory.channels.get(id)
  if (channel === undefined || channel.isArchived || !canSeeChannel(directory, user, channel)) {
    throw refuse('BadRequest', `${name}: there is no such channel.`)
  }
  if (name === 'moderation_request_channel_id' && !channel.inviteOnly) {
    throw refuse('BadRequest', `${name}: the channel for moderation requests must be private.`)
  }
  return id
}

/** Which ways to log in are allowed from now on; undefined when nothing changes. */
export function changedMethods(
  { realm }: Directory,
  user: User,
  wanted: Record<string, boolean> | undefined,
): Partial<Record<AuthenticationMethod, boolean>> | undefined {
  if (wanted === undefined) return undefined
  const unknown = Object.keys(wanted).find(
    (name) => !(authenticationMethods as readonly string[]).includes(name),
  )
  if (unknown !== undefined) {
    throw refuse('BadRequest', `authentication_methods: there is no way to log in named ${unknown}.`)
  }
  if (!Object.values(wanted).includes(true)) {
    throw refuse('BadRequest', 'authentication_methods: at least one way to log in must be allowed.')
  }
  const isAllowed = (name: AuthenticationMethod) => realm.authentication[name] ?? true
  if (authenticationMethods.every((name) => (wanted[name] ?? isAllowed(name)) === isAllowed(name)))
    return undefined
  assertOwner(user, 'authentication_methods')
  return Object.fromEntries(authenticationMethods.map((name) => [name, wanted[name] ?? isAllowed(name)]))
}

/** Only organizations for demonstration change their address, and this server makes none. */
export function assertSameAddress({ realm }: Directory, user: User, wanted: string | undefined): void {
  if (wanted === undefined || wanted === realm.subdomain) return
  assertOwner(user, 'string_id')
  throw refuse('BadRequest', 'string_id: the address of this organization cannot be changed.')
}

export function assertOwner(user: User, name: string): void {
  if (user.role !== 100) throw refuse('UnauthorizedPrincipal', `${name}: only owners may change this.`)
}

export const isOwnersOnly = (name: Name) => 'ownerOnly' in realmSettings[name]
export const isInDict = (name: Name) => 'inDict' in realmSettings[name]
