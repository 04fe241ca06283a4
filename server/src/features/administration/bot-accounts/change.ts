import { apiError, botTypes } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { BotDefaults } from '../../../directory/bots.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { SentFile } from '../../../http/request/form.ts'
import type { Realm } from '../../../realms/realm.ts'
import { assignAvatar } from '../../identity/avatars/assign.ts'
import { withSentAvatar } from '../../identity/bots/avatar.ts'
import { changeOwner } from '../../identity/bots/owner.ts'
import { presentDefaults, presentServices } from '../../identity/bots/present.ts'
import { publishBot } from '../../identity/bots/publish.ts'
import {
  assertConfigFits,
  assertInterface,
  assertNameFree,
  assertUrl,
  type BotConfig,
  findBot,
  findNewOwner,
  parseDefaultChannel,
} from '../../identity/bots/rules.ts'
import { loadConfig, loadServices, saveConfig, updateService } from '../../identity/bots/store.ts'
import { avatarUrl } from '../../identity/users/present.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { checkedFullName, checkedRole } from '../../identity/users/rules.ts'
import { setBotDefaults } from '../../identity/users/store.ts'
import { regenerateKeyOf } from '../accounts/api-key.ts'
import { changeName, changeRole } from '../accounts/change.ts'
import { deactivate } from '../accounts/deactivate.ts'
import { hostOf } from './rules.ts'

export interface BotChanges {
  fullName: string | undefined
  role: number | undefined
  ownerId: number | undefined
  /** Channel names; an empty name removes the default. */
  defaultSending: string | undefined
  defaultEvents: string | undefined
  allPublicChannels: boolean | undefined
  payloadUrl: string | undefined
  interfaceType: number
  config: BotConfig | undefined
}

/** Context of one step of a change. */
interface BotChangeContext {
  tx: Tx
  directory: Directory
  caller: User
}

/** Changes a bot in this order, in one transaction. Each step starts from the result of the previous one. */
export async function updateBot(
  app: App,
  realm: Realm,
  callerId: number,
  botId: number,
  changes: BotChanges,
  files: readonly SentFile[],
): Promise<User> {
  const check = () => findBot(realm.directory, callerOf(realm.directory, callerId), botId)
  return await withSentAvatar(app, realm, files, check, (file) =>
    update(realm, callerId, botId, changes, file),
  )
}

async function update(
  realm: Realm,
  callerId: number,
  botId: number,
  changes: BotChanges,
  avatarFile: string | null,
): Promise<User> {
  const { directory } = realm
  return await realm.transactExclusively(async (tx) => {
    const caller = callerOf(directory, callerId)
    const step: BotChangeContext = { tx, directory, caller }
    let bot = findBot(directory, caller, botId)
    if (changes.fullName !== undefined) bot = await rename(step, bot, changes.fullName)
    if (changes.role !== undefined) bot = await assignRole(step, bot, changes.role)
    if (changes.ownerId !== undefined) bot = await transfer(step, bot, changes.ownerId)
    bot = await changeDefaults(step, bot, changes)
    await changeService(step, bot, changes)
    if (changes.config !== undefined) await addConfig(step, bot, changes.config)
    return avatarFile === null ? bot : await changeAvatar(step, bot, avatarFile)
  })
}

async function rename({ tx, directory }: BotChangeContext, bot: User, requested: string): Promise<User> {
  const fullName = checkedFullName(directory, requested, bot)
  if (fullName === bot.fullName) return bot
  assertNameFree(directory, fullName)
  await changeName(tx, directory, bot, fullName)
  return { ...bot, fullName }
}

async function assignRole(
  { tx, directory, caller }: BotChangeContext,
  bot: User,
  requested: number,
): Promise<User> {
  const role = checkedRole(directory, caller, bot, requested)
  if (role === undefined) return bot
  await changeRole(tx, directory, caller, bot, role)
  return { ...bot, role }
}

async function transfer({ tx, directory }: BotChangeContext, bot: User, ownerId: number): Promise<User> {
  const owner = findNewOwner(directory, ownerId)
  return owner.id === bot.botOwnerId ? bot : await changeOwner(tx, directory, bot, owner)
}

async function changeDefaults(
  { tx, directory, caller }: BotChangeContext,
  bot: User,
  changes: BotChanges,
): Promise<User> {
  const { defaultSending, defaultEvents, allPublicChannels } = changes
  const channelId = (param: string, name: string) =>
    parseDefaultChannel(directory, caller, param, name)?.id ?? null
  let after = bot
  const change = async (param: keyof ReturnType<typeof presentDefaults>, part: Partial<BotDefaults>) => {
    after = { ...after, botDefaults: { ...after.botDefaults, ...part } }
    await setBotDefaults(tx, bot.id, after.botDefaults)
    tx.audit({
      kind: 'bot.changed',
      target: { type: 'user', id: bot.id },
      before: { ...bot.botDefaults },
      after: { ...bot.botDefaults, ...part },
    })
    publishBot(
      tx,
      directory,
      after,
      { [param]: presentDefaults(directory, after)[param] },
      { users: [bot.id] },
    )
  }
  if (defaultSending !== undefined) {
    const sendingChannelId = channelId('default_sending_stream', defaultSending)
    await change('default_sending_stream', { sendingChannelId })
  }
  if (defaultEvents !== undefined) {
    const eventsChannelId = channelId('default_events_register_stream', defaultEvents)
    await change('default_events_register_stream', { eventsChannelId })
  }
  if (allPublicChannels !== undefined) await change('default_all_public_streams', { allPublicChannels })
  return after
}

async function changeService(step: BotChangeContext, bot: User, changes: BotChanges): Promise<void> {
  const { payloadUrl: baseUrl, interfaceType } = changes
  assertInterface('service_interface', interfaceType)
  if (baseUrl === undefined) return
  if (bot.botType !== botTypes.outgoingWebhook) {
    throw apiError('bot-payload-url-unused')
  }
  assertUrl('service_payload_url', baseUrl)
  const target = { type: 'user', id: bot.id } as const
  const service = (await loadServices(step.tx.db, step.tx.realmId, [bot.id])).get(bot.id)?.[0]
  step.tx.audit({
    kind: 'bot.changed',
    target,
    before: { payload_url: hostOf(service?.base_url) },
    after: { payload_url: hostOf(baseUrl), url_replaced: true },
  })
  await updateService(step.tx, bot.id, { baseUrl, interfaceType })
  await publishServices(step, bot)
}

async function addConfig(step: BotChangeContext, bot: User, added: BotConfig): Promise<void> {
  const config = { ...(await loadConfig(step.tx, bot.id)), ...added }
  assertConfigFits(config)
  const after = { configuration: Object.keys(added) }
  step.tx.audit({ kind: 'bot.changed', target: { type: 'user', id: bot.id }, after })
  await saveConfig(step.tx, bot.id, config)
  await publishServices(step, bot)
}

async function changeAvatar({ tx, directory }: BotChangeContext, bot: User, file: string): Promise<User> {
  const after = await assignAvatar(tx, bot, file)
  publishBot(tx, directory, after, { avatar_url: avatarUrl(after) })
  return after
}

async function publishServices({ tx, directory }: BotChangeContext, bot: User): Promise<void> {
  const services = await loadServices(tx.db, tx.realmId, [bot.id])
  publishBot(tx, directory, bot, { services: presentServices(tx.sealer, bot, services) })
}

/** Deactivates a bot. Does nothing if it is already deactivated. */
export async function deactivateBot(realm: Realm, callerId: number, botId: number): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    const bot = findBot(directory, callerOf(directory, callerId), botId)
    if (bot.isActive) await deactivate(tx, directory, bot)
  })
}

export async function regenerateBotKey(realm: Realm, callerId: number, botId: number): Promise<string> {
  const { directory } = realm
  return await realm.transactExclusively(async (tx) => {
    const bot = findBot(directory, callerOf(directory, callerId), botId)
    return await regenerateKeyOf(tx, directory, bot)
  })
}
