import { idOf, named } from '../../../features/places/channels/testing/fixtures.ts'
import {
  administrators,
  allBut,
  channel,
  type EventTable,
  type EventWorld,
  everyone,
  nobody,
  nonGuests,
  privateChannel,
} from './stage.ts'

const folder = async ({ alice }: EventWorld, name: string) =>
  (await alice.api.createChannelFolder({ name })).channel_folder_id

/** Channels and subscriptions. Administrators can see every channel, guests only those they are in. */
export const channels = {
  'stream:create': {
    'a public channel is created': {
      to: nonGuests,
      by: ({ carol }) => carol.api.subscribe(named('plaza')),
    },
    'a private channel is created': {
      to: [...administrators, 'carol', 'dave'],
      by: (stage) => channel(stage, 'den', { ...privateChannel, with: ['dave'] }),
    },
    'a web-public channel is created': {
      to: everyone,
      given: async ({ alice }) => {
        await alice.api.updateRealm({ enable_spectator_access: true })
        return () => alice.api.subscribe({ ...named('window'), is_web_public: true })
      },
    },
    'a guest is subscribed to a public channel': {
      to: ['greta'],
      given: async (stage) => {
        await channel(stage, 'market')
        return () => stage.carol.api.subscribe({ ...named('market'), principals: [stage.greta.id] })
      },
    },
    'a private channel becomes public': {
      to: ['mona', 'bot'],
      given: async (stage) => {
        const stream_id = await channel(stage, 'attic', { ...privateChannel, with: ['dave', 'greta'] })
        return () => stage.carol.api.updateChannel({ stream_id, is_private: false })
      },
    },
  },
  'stream:update': {
    'a public channel with a guest gets a description': {
      to: everyone,
      given: async (stage) => {
        const stream_id = await channel(stage, 'porch', { with: ['greta'] })
        return () => stage.carol.api.updateChannel({ stream_id, description: 'cool' })
      },
    },
    'a public channel without guests is renamed': {
      to: nonGuests,
      given: async (stage) => {
        const stream_id = await channel(stage, 'shed')
        return () => stage.carol.api.updateChannel({ stream_id, new_name: 'barn' })
      },
    },
    'a private channel gets a description': {
      to: [...administrators, 'carol', 'greta'],
      given: async (stage) => {
        const stream_id = await channel(stage, 'cellar', { ...privateChannel, with: ['greta'] })
        return () => stage.carol.api.updateChannel({ stream_id, description: 'dark' })
      },
    },
    'a channel is archived': {
      to: everyone,
      old: nobody,
      given: async (stage) => {
        const stream_id = await channel(stage, 'old barn', { with: ['greta'] })
        return () => stage.carol.api.archiveChannel({ stream_id })
      },
    },
  },
  'channel_folder:add': {
    'a folder is created': {
      to: everyone,
      old: nobody,
      by: ({ alice }) => alice.api.createChannelFolder({ name: 'Outside' }),
    },
  },
  'channel_folder:update': {
    'a folder is archived': {
      to: everyone,
      old: nobody,
      given: async (stage) => {
        const channel_folder_id = await folder(stage, 'Hidden')
        return () => stage.alice.api.updateChannelFolder({ channel_folder_id, is_archived: true })
      },
    },
  },
  'channel_folder:reorder': {
    'the folders are reordered': {
      to: everyone,
      old: nobody,
      given: async (stage) => {
        await folder(stage, 'Inside')
        const { channel_folders } = await stage.alice.api.getChannelFolders()
        const order = channel_folders.map(({ id }) => id).reverse()
        return () => stage.alice.api.reorderChannelFolders({ order })
      },
    },
  },
  channel_folder_preferences: {
    'a user collapses a folder': {
      to: ['carol'],
      old: nobody,
      given: async (stage) => {
        const id = await folder(stage, 'Upstairs')
        return () => stage.carol.api.arrangeChannelFolders({ collapse: [id] })
      },
    },
  },
  'stream:delete': {
    'a user leaves a private channel': {
      to: ['dave'],
      given: async (stage) => {
        await channel(stage, 'nook', { ...privateChannel, with: ['dave', 'alice'] })
        const principals = [stage.dave.id, stage.alice.id]
        return () => stage.carol.api.unsubscribe({ subscriptions: ['nook'], principals })
      },
    },
    'a channel is archived': {
      to: nobody,
      old: nonGuests,
      given: async (stage) => {
        const stream_id = await channel(stage, 'old shed')
        return () => stage.carol.api.archiveChannel({ stream_id })
      },
    },
  },
  'subscription:add': {
    'two users are subscribed': {
      to: ['dave', 'greta'],
      given: async (stage) => {
        await channel(stage, 'meadow')
        const principals = [stage.dave.id, stage.greta.id]
        return () => stage.carol.api.subscribe({ ...named('meadow'), principals })
      },
    },
  },
  'subscription:remove': {
    'a user is unsubscribed': {
      to: ['dave'],
      given: async (stage) => {
        await channel(stage, 'hedge', { with: ['dave'] })
        return () => stage.alice.api.unsubscribe({ subscriptions: ['hedge'], principals: [stage.dave.id] })
      },
    },
  },
  'subscription:update': {
    'a user pins a channel': {
      to: ['carol'],
      given: async ({ carol }) => {
        const stream_id = await idOf(carol, 'general')
        return () => carol.api.updateSubscriptionProperty({ stream_id, property: 'pin_to_top', value: true })
      },
    },
  },
  'subscription:peer_add': {
    'a user is subscribed to a public channel': {
      to: allBut('dave', 'greta'),
      given: async (stage) => {
        await channel(stage, 'path')
        return () => stage.dave.api.subscribe(named('path'))
      },
    },
    'a user is subscribed to a private channel': {
      to: [...administrators, 'carol', 'greta'],
      given: async (stage) => {
        await channel(stage, 'pond', { ...privateChannel, with: ['greta'] })
        return () => stage.carol.api.subscribe({ ...named('pond'), principals: [stage.dave.id] })
      },
    },
  },
  'subscription:peer_remove': {
    'a user leaves a public channel': {
      to: allBut('dave', 'greta'),
      given: async (stage) => {
        await channel(stage, 'lane', { with: ['dave'] })
        return () => stage.dave.api.unsubscribe({ subscriptions: ['lane'] })
      },
    },
    'a user leaves a private channel': {
      to: [...administrators, 'carol', 'greta'],
      given: async (stage) => {
        await channel(stage, 'well', { ...privateChannel, with: ['dave', 'greta'] })
        return () => stage.dave.api.unsubscribe({ subscriptions: ['well'] })
      },
    },
  },
  default_streams: {
    'a default channel is added': {
      to: nonGuests,
      given: async (stage) => {
        const stream_id = await channel(stage, 'gate')
        return () => stage.bob.api.addDefaultChannel({ stream_id })
      },
    },
  },
  default_stream_groups: {
    'a default channel group is created': {
      to: nonGuests,
      given: async (stage) => {
        await channel(stage, 'pears')
        const group = { group_name: 'Fruit', description: 'sweet', stream_names: ['pears'] }
        return () => stage.bob.api.createDefaultChannelGroup(group)
      },
    },
  },
} satisfies EventTable
