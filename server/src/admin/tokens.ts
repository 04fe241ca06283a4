import { allScopes, type Scope } from '@loquat/contract'
import type { User } from '../directory/directory.ts'
import { revokeTokens, storeToken } from '../features/administration/tokens/actions.ts'
import { checkedToken } from '../features/administration/tokens/rules.ts'
import { tokensOf } from '../features/administration/tokens/store.ts'
import type { Realm } from '../realms/realm.ts'
import { type Command, CommandError, organizationOption, realmOf } from './command.ts'

const emailOption = { value: 'EMAIL', about: 'address of the user or bot', required: true } as const
const dayMs = 24 * 60 * 60 * 1_000

function userOf(realm: Realm, email: string | undefined): User {
  const user = realm.directory.userByEmail(email ?? '')
  if (user === undefined || user.isSystemBot) throw new CommandError(`Nobody here has the address ${email}.`)
  return user
}

const listOf = (text: string | undefined) => text?.split(',').map((one) => one.trim()) ?? null

function scopesOf(text: string | undefined): Scope[] | null {
  const names = listOf(text)
  const unknown = names?.find((name) => !allScopes.includes(name as Scope))
  if (unknown === undefined) return names as Scope[] | null
  throw new CommandError(`There is no scope "${unknown}". Scopes: ${allScopes.join(', ')}.`)
}

function channelIdsOf({ directory }: Realm, text: string | undefined): number[] | null {
  return (
    listOf(text)?.map((name) => {
      const channel = directory.channelByName(name)
      if (channel === undefined) throw new CommandError(`There is no channel "${name}".`)
      return channel.id
    }) ?? null
  )
}

function expiryOf(days: string | undefined, now: number): number | null {
  if (days === undefined) return null
  if (!/^[1-9]\d{0,4}$/.test(days)) throw new CommandError('--days must be a number of days.')
  return now + Number(days) * dayMs
}

export const createTokenCommand: Command = {
  summary: 'Create a token for a user or bot, and show it',
  options: {
    email: emailOption,
    name: { value: 'NAME', about: 'what it is for', required: true },
    scopes: { value: 'SCOPES', about: 'such as messages:write,channels:read; without it, everything' },
    channels: { value: 'NAMES', about: 'the channels it is limited to' },
    topic: { value: 'TOPIC', about: 'the topic that an incoming webhook posts to' },
    addresses: { value: 'NETWORKS', about: 'the addresses it works from, such as 192.0.2.0/24,2001:db8::1' },
    days: { value: 'DAYS', about: 'how long it is valid; without it, until it is revoked' },
    organization: organizationOption,
  },
  run: async (context, values) => {
    const realm = await realmOf(context, values)
    const { clock } = await context.app()
    const user = userOf(realm, values.email)
    const now = clock.now()
    const request = {
      name: values.name ?? '',
      scopes: scopesOf(values.scopes),
      readOnly: false,
      channelIds: channelIdsOf(realm, values.channels),
      topic: values.topic,
      addresses: listOf(values.addresses),
      expiresAt: expiryOf(values.days, now),
    }
    const owner = realm.directory.users.get(user.botOwnerId ?? user.id) ?? user
    const checked = checkedToken(realm.directory, owner, user, request, now)
    const { secret, id } = await realm.transact((tx) => storeToken(tx, user, checked, now, null))
    return { data: { token_id: id, user_id: user.id, token: secret }, lines: [secret] }
  },
}

export const listTokensCommand: Command = {
  summary: 'List the tokens of a user or bot',
  options: { email: emailOption, organization: organizationOption },
  run: async (context, values) => {
    const realm = await realmOf(context, values)
    const { clock, database } = await context.app()
    const rows = await tokensOf(database.db, userOf(realm, values.email).id, new Date(clock.now()))
    return {
      data: { tokens: rows.map(({ id, name, start, scopes }) => ({ token_id: id, name, start, scopes })) },
      lines: rows.map(
        ({ id, name, start, scopes }) => `${id}  ${start}…  ${name}  ${scopes?.join(' ') ?? 'everything'}`,
      ),
    }
  },
}

export const revokeTokensCommand: Command = {
  summary: 'Revoke all tokens of a user or bot',
  options: { email: emailOption, organization: organizationOption },
  run: async (context, values) => {
    const realm = await realmOf(context, values)
    const user = userOf(realm, values.email)
    const revoked = await revokeTokens(realm, user)
    return {
      data: { user_id: user.id, revoked },
      lines: [`Revoked ${revoked} ${revoked === 1 ? 'token' : 'tokens'} of ${user.deliveryEmail}.`],
    }
  },
}
