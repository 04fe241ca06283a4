import { apiError, botTypes } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { loadUsers } from '../../../directory/user-store.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { SentFile } from '../../../http/request/form.ts'
import { randomApiKey } from '../../../platform/passwords.ts'
import type { Realm } from '../../../realms/realm.ts'
import { trim } from '../../../text.ts'
import { updateAvatar } from '../../identity/avatars/store.ts'
import { withSentAvatar } from '../../identity/bots/avatar.ts'
import { publishNewBot } from '../../identity/bots/publish.ts'
import {
  assertConfigFits,
  assertInterface,
  assertMayCreate,
  assertNameFree,
  assertServiceName,
  assertUrl,
  type BotConfig,
  parseDefaultChannel,
} from '../../identity/bots/rules.ts'
import { insertService, saveConfig } from '../../identity/bots/store.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { publishUser } from '../../identity/users/publish.ts'
import { checkedEmail, checkedFullName } from '../../identity/users/rules.ts'
import { insertAccount } from '../../identity/users/store.ts'
import { assertIntegration, hostOf } from './rules.ts'

export interface NewBot {
  shortName: string
  fullName: string
  type: number
  payloadUrl: string | undefined
  serviceName: string | undefined
  config: BotConfig
  interfaceType: number
  /** Channel names. */
  defaultSending: string | undefined
  defaultEvents: string | undefined
  allPublicChannels: boolean
}

/** Creates a bot owned by the caller, without subscriptions. */
export async function createBot(
  app: App,
  realm: Realm,
  callerId: number,
  request: NewBot,
  files: readonly SentFile[],
): Promise<User> {
  const check = () => checkedAccount(realm.directory, callerOf(realm.directory, callerId), request)
  return await withSentAvatar(app, realm, files, check, (file) => create(realm, callerId, request, file))
}

async function create(
  realm: Realm,
  callerId: number,
  request: NewBot,
  avatarFile: string | null,
): Promise<User> {
  const { directory } = realm
  return await realm.transactExclusively(async (tx) => {
    const caller = callerOf(directory, callerId)
    const account = checkedAccount(directory, caller, request)
    const id = await insertAccount(tx.db, realm.id, {
      ...account,
      role: 400,
      apiKey: tx.sealer.storedKey('api key', randomApiKey()),
      passwordHash: null,
      canCreateUsers: false,
      botType: request.type,
      botOwnerId: caller.id,
    })
    await storeService(tx, id, request)
    if (avatarFile !== null) await updateAvatar(tx, id, { source: 'U', version: 1, file: avatarFile })
    const [bot] = await loadUsers(tx.db, realm.id, [id])
    if (bot === undefined) throw new Error(`The new bot ${id} is not there.`)
    publishUser(tx, directory, bot, [])
    const { botType: type, botOwnerId: owner_id } = bot
    const after = { type, owner_id, payload_url: hostOf(request.payloadUrl) }
    tx.audit({ kind: 'bot.created', target: { type: 'user', id }, after })
    await publishNewBot(tx, directory, bot)
    return bot
  })
}

/** Runs checks in this order, which decides the error returned first. */
function checkedAccount(directory: Directory, caller: User, request: NewBot) {
  const shortName = trim(request.shortName)
  if (shortName === '') throw apiError('bot-short-name-empty')
  const fullName = checkedFullName(directory, request.fullName)
  const email = checkedEmail(directory, `${shortName}-bot@${directory.emailDomain}`, 'short_name')
  assertNameFree(directory, fullName)
  assertMayCreate(directory, caller, request.type)
  assertType(request.type)
  assertInterface('interface_type', request.interfaceType)
  assertUrl('payload_url', request.payloadUrl)
  assertServiceName(request.serviceName)
  const sending = parseDefaultChannel(directory, caller, 'default_sending_stream', request.defaultSending)
  const events = parseDefaultChannel(
    directory,
    caller,
    'default_events_register_stream',
    request.defaultEvents,
  )
  if (request.type === botTypes.incomingWebhook && request.serviceName !== undefined) {
    assertIntegration(request.serviceName, request.config)
  }
  assertConfigFits(request.config)
  const botDefaults = {
    sendingChannelId: sending?.id ?? null,
    eventsChannelId: events?.id ?? null,
    allPublicChannels: request.allPublicChannels,
  }
  return { fullName, email, botDefaults }
}

/** Embedded bots are a valid type, but this server runs none. */
function assertType(type: number): void {
  const { generic, incomingWebhook, outgoingWebhook, embedded } = botTypes
  if (type === embedded) throw apiError('bot-type-unsupported')
  if (type !== generic && type !== incomingWebhook && type !== outgoingWebhook) {
    throw apiError('bot-type-not-found')
  }
}

/** The token authenticates us to the called service, like an API key, and stays for the life of the bot. */
async function storeService(tx: Tx, botId: number, request: NewBot): Promise<void> {
  const isOutgoing = request.type === botTypes.outgoingWebhook
  const name = request.serviceName ?? (isOutgoing ? trim(request.shortName) : undefined)
  if (name !== undefined && request.type !== botTypes.generic) {
    const baseUrl = isOutgoing ? (request.payloadUrl ?? '') : ''
    const { interfaceType } = request
    await insertService(tx, botId, { name, baseUrl, interfaceType, token: randomApiKey() })
  }
  if (Object.keys(request.config).length > 0) await saveConfig(tx, botId, request.config)
}
