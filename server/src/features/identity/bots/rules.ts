import { administerBotDenial, apiError, createBotDenial } from '@loquat/contract'
import { type Channel, type Directory, isBot, type User } from '../../../directory/directory.ts'
import { canReadChannel, permissionsOf } from '../../../directory/permissions.ts'
import { isLongerThan, trim } from '../../../text.ts'

/** Finds a bot that the caller may change: their own, or any for administrators. */
export function findBot(directory: Directory, caller: User, botId: number): User {
  const bot = directory.users.get(botId)
  if (bot === undefined || !isBot(bot) || bot.isSystemBot) {
    throw apiError('bot-not-found')
  }
  assertAdministers(caller, bot)
  return bot
}

export function assertAdministers(caller: User, bot: User): void {
  const denial = administerBotDenial(caller, bot)
  if (denial === 'administrators-only') {
    throw apiError('bot-access-denied')
  }
  if (denial === 'owners-only') {
    throw apiError('bot-that-creates-users-access-denied')
  }
}

export function assertMayCreate(directory: Directory, caller: User, type: number | null): void {
  if (createBotDenial(permissionsOf(directory), caller, type) !== undefined)
    throw apiError('bot-creation-denied')
}

/** A bot must not be mistaken for another account. */
export function assertNameFree(directory: Directory, fullName: string): void {
  for (const other of directory.activeUsers()) {
    if (other.fullName === fullName) {
      throw apiError('bot-name-taken')
    }
  }
}

/** The default channel, sent by name; an empty name means none. */
export function parseDefaultChannel(
  directory: Directory,
  caller: User,
  param: string,
  name: string | undefined,
): Channel | null {
  if (name === undefined || trim(name) === '') return null
  const channel = directory.channelByName(name)
  if (channel === undefined || channel.isArchived || !canReadChannel(directory, caller, channel)) {
    throw apiError('bot-channel-not-found', { parameter: param })
  }
  return channel
}

/** Finds an active person to own a bot. */
export function findNewOwner(directory: Directory, userId: number): User {
  const owner = directory.users.get(userId)
  if (!owner?.isActive || isBot(owner)) {
    throw apiError('bot-owner-not-found')
  }
  return owner
}

const maxUrlLength = 2_000

/**
 * Checks that the URL can be called. Not a single regular expression, which could backtrack from every start.
 */
export function assertUrl(param: string, url: string | undefined): void {
  if (url === undefined) return
  if (isLongerThan(url, maxUrlLength) || !/^https?:\/\//i.test(url) || /\s/.test(url) || !URL.canParse(url)) {
    throw apiError('url-invalid', { parameter: param })
  }
}

const maxServiceNameLength = 100

export function assertServiceName(name: string | undefined): void {
  if (name !== undefined && isLongerThan(name, maxServiceNameLength)) {
    throw apiError('bot-service-name-too-long', { max: maxServiceNameLength })
  }
}

export function assertInterface(param: string, type: number): void {
  if (type !== 1 && type !== 2) throw apiError('bot-interface-not-found', { parameter: param })
}

export type BotConfig = Readonly<Record<string, string>>

const maxConfigLength = 10_000

export function assertConfigFits(config: BotConfig): void {
  if (isLongerThan(Object.entries(config).flat().join(''), maxConfigLength)) {
    throw apiError('bot-config-too-long', { max: maxConfigLength })
  }
}
