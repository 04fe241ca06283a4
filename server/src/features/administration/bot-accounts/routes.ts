import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { getFromStorage, removeFromStorage, writeStorage } from '../../identity/bots/key-value-storage.ts'
import { presentDefaults } from '../../identity/bots/present.ts'
import { apiKeyOf } from '../../identity/users/api-key.ts'
import { apiEmail, avatarUrl } from '../../identity/users/present.ts'
import { assertSessionProof } from '../second-factors/proof.ts'
import { deactivateBot, regenerateBotKey, updateBot } from './change.ts'
import { createBot } from './create.ts'

export const botRoutes = implement(areas.bots, {
  getBots: ({ app, realm, user }) => {
    const { directory } = realm
    const own = [...directory.users.values()].filter((bot) => bot.isActive && bot.botOwnerId === user.id)
    const bots = own.sort((a, b) => a.id - b.id)
    return {
      bots: bots.map((bot) => ({
        user_id: bot.id,
        username: apiEmail(directory, bot),
        full_name: bot.fullName,
        api_key: apiKeyOf(app.sealer, bot),
        avatar_url: avatarUrl(bot),
        ...presentDefaults(directory, bot),
      })),
    }
  },

  createBot: async ({ app, realm, user, params, files }) => {
    const request = {
      shortName: params.short_name,
      fullName: params.full_name,
      type: params.bot_type,
      payloadUrl: params.payload_url,
      serviceName: params.service_name,
      config: params.config_data,
      interfaceType: params.interface_type,
      defaultSending: params.default_sending_stream,
      defaultEvents: params.default_events_register_stream,
      allPublicChannels: params.default_all_public_streams,
    }
    const bot = await createBot(app, realm, user.id, request, files)
    return {
      user_id: bot.id,
      api_key: apiKeyOf(app.sealer, bot),
      avatar_url: avatarUrl(bot),
      ...presentDefaults(realm.directory, bot),
    }
  },

  updateBot: async ({ app, realm, user, path, params, files }) => {
    const changes = {
      fullName: params.full_name,
      role: params.role,
      ownerId: params.bot_owner_id,
      defaultSending: params.default_sending_stream,
      defaultEvents: params.default_events_register_stream,
      allPublicChannels: params.default_all_public_streams,
      payloadUrl: params.service_payload_url,
      interfaceType: params.service_interface,
      config: params.config_data,
    }
    const bot = await updateBot(app, realm, user.id, path.bot_id, changes, files)
    const owner = bot.botOwnerId === null ? undefined : realm.directory.users.get(bot.botOwnerId)
    return {
      full_name: bot.fullName,
      avatar_url: avatarUrl(bot),
      ...presentDefaults(realm.directory, bot),
      service_payload_url: params.service_payload_url ?? null,
      service_interface: params.service_interface,
      config_data: params.config_data ?? null,
      ...(owner === undefined ? {} : { bot_owner: apiEmail(realm.directory, owner) }),
    }
  },

  deactivateBot: async ({ realm, user, path }) => {
    await deactivateBot(realm, user.id, path.bot_id)
    return {}
  },

  regenerateBotApiKey: async (call) => {
    await assertSessionProof(call)
    return { api_key: await regenerateBotKey(call.realm, call.user.id, call.path.bot_id) }
  },

  getBotStorage: async ({ app, user, params }) => ({
    storage: await getFromStorage(app.database.db, user.id, params.keys),
  }),

  updateBotStorage: async ({ realm, user, params }) => {
    await writeStorage(realm, user.id, params.storage)
    return {}
  },

  clearBotStorage: async ({ realm, user, params }) => {
    await removeFromStorage(realm, user.id, params.keys)
    return {}
  },
})
