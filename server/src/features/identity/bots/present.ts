import type { BotObject, BotServiceObject } from '@loquat/contract'
import { type Directory, isAdmin, isBot, type User } from '../../../directory/directory.ts'
import type { Sealer } from '../../../platform/sealer.ts'
import { apiKeyOf } from '../users/api-key.ts'
import { apiEmail, avatarUrl } from '../users/present.ts'
import { type StoredService, serviceRow } from './store.ts'

export type Services = ReadonlyMap<number, readonly StoredService[]>

export function presentBot(directory: Directory, sealer: Sealer, bot: User, services: Services): BotObject {
  return {
    user_id: bot.id,
    email: apiEmail(directory, bot),
    full_name: bot.fullName,
    bot_type: bot.botType ?? 0,
    is_active: bot.isActive,
    owner_id: bot.botOwnerId,
    api_key: apiKeyOf(sealer, bot),
    avatar_url: avatarUrl(bot),
    ...presentDefaults(directory, bot),
    services: presentServices(sealer, bot, services),
  }
}

export const presentServices = (sealer: Sealer, bot: User, services: Services): BotServiceObject[] =>
  (services.get(bot.id) ?? []).map(({ sealedToken, ...service }) => ({
    ...service,
    token: sealer.open('webhook token', sealedToken, serviceRow(bot.id)),
  }))

export function presentDefaults(directory: Directory, { botDefaults }: User) {
  const nameOf = (id: number | null) => (id === null ? null : (directory.channels.get(id)?.name ?? null))
  return {
    default_sending_stream: nameOf(botDefaults.sendingChannelId),
    default_events_register_stream: nameOf(botDefaults.eventsChannelId),
    default_all_public_streams: botDefaults.allPublicChannels,
  }
}

/** People who administer all bots. Bots never do, regardless of their role. */
export const isBotAdmin = (user: User) => isAdmin(user) && !isBot(user)

/** Bots whose API keys the viewer can see, by ID, including deactivated ones. */
export function visibleBots(directory: Directory, viewer: User): User[] {
  const all = [...directory.bots.values()].filter((bot) => !bot.isSystemBot)
  const seen = isBotAdmin(viewer) ? all : all.filter((bot) => bot.botOwnerId === viewer.id)
  return seen.sort((a, b) => a.id - b.id)
}
