import { botTypes, refuse } from '@loquat/contract'
import { type Channel, type Directory, isAdmin, isBot, type User } from '../../../directory/directory.ts'
import { canReadChannel, hasRealmPermission } from '../../../directory/permissions.ts'
import { isLongerThan, trim } from '../../../text.ts'

/** A bot that somebody may change: their own, or any for administrators. */
export function findBot(directory: Directory, caller: User, botId: number): User {
  const bot = directory.users.get(botId)
  if (bot === undefined || !isBot(bot) || bot.isSystemBot) {
    throw refuse('BadRequest', 'bot_id: there is no such bot.')
  }
  assertAdministers(caller, bot)
  return bot
}

export function assertAdministers(caller: User, bot: User): void {
  if (bot.botOwnerId !== caller.id && !isAdmin(caller)) {
    throw refuse('BadRequest', 'Only its owner and administrators may do this with a bot.')
  }
  // Who holds such a bot would hold more than an administrator may give.
  if (bot.canCreateUsers && caller.role !== 100) {
    throw refuse('UnauthorizedPrincipal', 'Only owners may do this with a bot that can create users.')
  }
}

/** Bots that only post may be open to more people than those that read, too. */
export function assertMayCreate(directory: Directory, caller: User, type: number | null): void {
  const may =
    hasRealmPermission(directory, caller, 'can_create_bots_group') ||
    (type === botTypes.incomingWebhook &&
      hasRealmPermission(directory, caller, 'can_create_write_only_bots_group'))
  if (!may) throw refuse('BadRequest', 'You may not create bots of this kind.')
}

/** People take a bot for the account whose name it has. */
export function assertNameFree(directory: Directory, fullName: string): void {
  for (const other of directory.activeUsers()) {
    if (other.fullName === fullName) {
      throw refuse('BadRequest', 'full_name: an active account has this name.')
    }
  }
}

/** The channel of a default, as it is sent: by name, empty for none. */
export function channelNamed(
  directory: Directory,
  caller: User,
  param: string,
  name: string | undefined,
): Channel | null {
  if (name === undefined || trim(name) === '') return null
  const channel = directory.channelByName(name)
  if (channel === undefined || channel.isArchived || !canReadChannel(directory, caller, channel)) {
    throw refuse('BadRequest', `${param}: there is no such channel.`)
  }
  return channel
}

/** Somebody who can answer for a bot. */
export function findNewOwner(directory: Directory, userId: number): User {
  const owner = directory.users.get(userId)
  if (!owner?.isActive || isBot(owner)) {
    throw refuse('BadRequest', 'bot_owner_id: there is no such active person.')
  }
  return owner
}

const longestUrl = 2_000

/** An address that can be called. Not by one expression: what may fail late must not be tried from every beginning. */
export function assertUrl(param: string, url: string | undefined): void {
  if (url === undefined) return
  if (isLongerThan(url, longestUrl) || !/^https?:\/\//i.test(url) || /\s/.test(url) || !URL.canParse(url)) {
    throw refuse('BadRequest', `${param}: this is not an address of the web.`)
  }
}

const longestServiceName = 100

export function assertServiceName(name: string | undefined): void {
  if (name !== undefined && isLongerThan(name, longestServiceName)) {
    throw refuse('BadRequest', `service_name: names must be at most ${longestServiceName} characters.`)
  }
}

export function assertInterface(param: string, type: number): void {
  if (type !== 1 && type !== 2) throw refuse('BadRequest', `${param}: there is no such format.`)
}

export type Config = Readonly<Record<string, string>>

const mostConfig = 10_000

export function assertConfigFits(config: Config): void {
  if (isLongerThan(Object.entries(config).flat().join(''), mostConfig)) {
    throw refuse('BadRequest', `config_data: keys and values have at most ${mostConfig} characters together.`)
  }
}
