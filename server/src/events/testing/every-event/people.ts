import { letGuestsKnow } from '../../../features/identity/users/testing/limited-guests.ts'
import { administrators, type EventTable, type EventWorld, everyone, nobody } from './stage.ts'

const newcomer = (name: string) => ({
  email: `${name}@example.com`,
  full_name: name,
  password: 'loquats ripen in spring',
})
const botOfDave = async ({ dave }: EventWorld, name: string) =>
  (await dave.api.createBot({ full_name: name, short_name: name })).user_id
const group = async ({ carol, dave }: EventWorld, name: string) =>
  (await carol.api.createUserGroup({ name, description: '', members: [carol.id, dave.id] })).group_id

/** People, bots and groups. Everyone can see everyone, except for guests with limited visibility. */
export const people = {
  'realm_user:remove': {
    'guests become limited': {
      to: ['greta'],
      given: async (stage) => {
        const { user_id } = await stage.alice.api.createUser(newcomer('nadia'))
        await stage.alice.api.unsubscribe({ subscriptions: ['general'], principals: [user_id] })
        return () => letGuestsKnow(stage, 'role:members')
      },
    },
  },
  'realm_user:add': {
    'guests are no longer limited': {
      to: ['greta'],
      by: (stage) => letGuestsKnow(stage, 'role:everyone'),
    },
    'an account is created': {
      to: everyone,
      by: ({ alice }) => alice.api.createUser(newcomer('erin')),
    },
  },
  'realm_user:update': {
    'a user is renamed': {
      to: everyone,
      by: ({ dave }) => dave.api.updateSettings({ full_name: 'David Member' }),
    },
    'a user is deactivated': {
      to: everyone,
      given: async ({ alice }) => {
        const { user_id } = await alice.api.createUser(newcomer('otto'))
        return () => alice.api.deactivateUser({ user_id })
      },
    },
    'an email address becomes visible to moderators': {
      to: ['mona'],
      given: async ({ alice, person }) => {
        const { user_id } = await alice.api.createUser(newcomer('olga'))
        const { api } = person(user_id)
        await api.updateSettings({ email_address_visibility: 3 })
        return () => api.updateSettings({ email_address_visibility: 5 })
      },
    },
  },
  custom_profile_fields: {
    'a profile field is added': {
      to: everyone,
      by: ({ bob }) => bob.api.createProfileField({ field_type: 1, name: 'Favorite' }),
    },
  },
  user_status: {
    'a user sets a status': {
      to: everyone,
      by: ({ dave }) => dave.api.updateStatus({ status_text: 'picking', emoji_name: 'tada' }),
    },
  },
  presence: {
    'a user reports presence for the first time': {
      to: everyone,
      by: ({ greta }) => greta.api.updatePresence({ status: 'active' }),
    },
  },
  invites_changed: {
    'an invitation is sent': {
      to: [...administrators, 'carol'],
      by: ({ carol }) => carol.api.sendInvitations({ invitee_emails: 'ivan@example.com', stream_ids: [] }),
    },
  },
  'realm_bot:add': {
    'a bot is created': {
      to: [...administrators, 'dave'],
      by: (stage) => botOfDave(stage, 'ant'),
    },
  },
  'realm_bot:update': {
    'a bot is renamed': {
      to: [...administrators, 'dave'],
      given: async (stage) => {
        const bot_id = await botOfDave(stage, 'bee')
        return () => stage.bob.api.updateBot({ bot_id, full_name: 'Wasp' })
      },
    },
  },
  'realm_bot:delete': {
    'a bot is transferred by a user who is not an administrator': {
      to: ['dave'],
      given: async (stage) => {
        const bot_id = await botOfDave(stage, 'cat')
        return () => stage.alice.api.updateBot({ bot_id, bot_owner_id: stage.mona.id })
      },
    },
  },
  'user_group:add': {
    'a group is created': { to: everyone, by: (stage) => group(stage, 'pickers') },
  },
  'user_group:update': {
    'a group is renamed': {
      to: everyone,
      given: async (stage) => {
        const user_group_id = await group(stage, 'planters')
        return () => stage.carol.api.updateUserGroup({ user_group_id, name: 'gardeners' })
      },
    },
    'a group is deactivated': {
      to: everyone,
      old: nobody,
      given: async (stage) => {
        const user_group_id = await group(stage, 'poets')
        return () => stage.carol.api.deactivateUserGroup({ user_group_id })
      },
    },
  },
  'user_group:remove': {
    'a group is deactivated': {
      to: nobody,
      old: everyone,
      given: async (stage) => {
        const user_group_id = await group(stage, 'pruners')
        return () => stage.carol.api.deactivateUserGroup({ user_group_id })
      },
    },
  },
  'user_group:add_members': {
    'a user is added to a group': {
      to: everyone,
      given: async (stage) => {
        const user_group_id = await group(stage, 'peelers')
        return () => stage.carol.api.changeGroupMembers({ user_group_id, add: [stage.greta.id] })
      },
    },
  },
  'user_group:remove_members': {
    'a user is removed from a group': {
      to: everyone,
      given: async (stage) => {
        const user_group_id = await group(stage, 'packers')
        return () => stage.carol.api.changeGroupMembers({ user_group_id, delete: [stage.dave.id] })
      },
    },
  },
  'user_group:add_subgroups': {
    'a subgroup is added': {
      to: everyone,
      given: async (stage) => {
        const user_group_id = await group(stage, 'carriers')
        const add = [await group(stage, 'porters')]
        return () => stage.carol.api.changeSubgroups({ user_group_id, add })
      },
    },
  },
  'user_group:remove_subgroups': {
    'a subgroup is removed': {
      to: everyone,
      given: async (stage) => {
        const user_group_id = await group(stage, 'cooks')
        const inner = [await group(stage, 'bakers')]
        await stage.carol.api.changeSubgroups({ user_group_id, add: inner })
        return () => stage.carol.api.changeSubgroups({ user_group_id, delete: inner })
      },
    },
  },
} satisfies EventTable
