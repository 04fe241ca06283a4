import type { AuditedCalls } from './call.ts'

const emails = (n: number) => `walk${n}@example.com`

export const userAndChannelChanges: AuditedCalls = {
  createUser: [
    'user.created',
    async ({ alice: { api } }, ids) => {
      const user = { email: emails(1), full_name: 'Walker', password: 'plums in the pantry' }
      ids.user = (await api.createUser(user)).user_id
    },
  ],
  updateUser: [
    'user.role_changed',
    ({ alice: { api }, dave }) => api.updateUser({ user_id: dave.id, role: 300 }),
  ],
  updateUserByEmail: [
    'user.renamed',
    ({ alice: { api }, dave }) => api.updateUserByEmail({ email: dave.email, full_name: 'Dave Renamed' }),
  ],
  deactivateUser: [
    'user.deactivated',
    ({ alice: { api } }, { user }) => api.deactivateUser({ user_id: Number(user) }),
  ],
  reactivateUser: [
    'user.reactivated',
    ({ alice: { api } }, { user }) => api.reactivateUser({ user_id: Number(user) }),
  ],
  eraseUser: [
    'user.erased',
    ({ alice: { api } }, { user }) =>
      api.eraseUser({ user_id: Number(user), full_name: 'Walker', delete_messages: false }),
  ],
  regenerateApiKey: ['api_key.replaced', ({ greta: { api } }) => api.regenerateApiKey()],
  sendInvitations: [
    'invitation.sent',
    ({ alice: { api } }) => api.sendInvitations({ invitee_emails: emails(2), stream_ids: [] }),
  ],
  resendInvitation: [
    'invitation.resent',
    async ({ alice: { api } }, ids) => {
      ids.invitation = (await api.getInvitations()).invites[0]?.id ?? 0
      await api.resendInvitation({ invite_id: ids.invitation })
    },
  ],
  revokeInvitation: [
    'invitation.revoked',
    ({ alice: { api } }, { invitation }) => api.revokeInvitation({ invite_id: Number(invitation) }),
  ],
  createInvitationLink: [
    'invitation_link.created',
    ({ alice: { api } }) => api.createInvitationLink({ stream_ids: [] }),
  ],
  revokeInvitationLink: [
    'invitation_link.revoked',
    async ({ alice: { api } }) => {
      const [link] = (await api.getInvitations()).invites
      await api.revokeInvitationLink({ invite_id: link?.id ?? 0 })
    },
  ],
  createBot: [
    'bot.created',
    async ({ carol: { api } }, ids) => {
      const bot = {
        full_name: 'Hook',
        short_name: 'hook',
        bot_type: 3,
        payload_url: 'https://hook.example/secret-path',
      }
      ids.bot = (await api.createBot(bot)).user_id
    },
  ],
  updateBot: [
    'bot.changed',
    ({ alice: { api }, dave }, { bot }) => api.updateBot({ bot_id: Number(bot), bot_owner_id: dave.id }),
  ],
  regenerateBotApiKey: [
    'api_key.replaced',
    ({ alice: { api } }, { bot }) => api.regenerateBotApiKey({ bot_id: Number(bot) }),
  ],
  deactivateBot: [
    'user.deactivated',
    ({ alice: { api } }, { bot }) => api.deactivateBot({ bot_id: Number(bot) }),
  ],
  createProfileField: [
    'profile_field.created',
    async ({ alice: { api } }, ids) => {
      ids.field = (await api.createProfileField({ field_type: 1, name: 'Tree' })).id
    },
  ],
  updateProfileField: [
    'profile_field.changed',
    ({ alice: { api } }, { field }) => api.updateProfileField({ field_id: Number(field), name: 'Shrub' }),
  ],
  reorderProfileFields: [
    'profile_field.reordered',
    async ({ alice: { api } }, { field }) => {
      const { id } = await api.createProfileField({ field_type: 1, name: 'Fruit' })
      await api.reorderProfileFields({ order: [id, Number(field)] })
    },
  ],
  deleteProfileField: [
    'profile_field.deleted',
    ({ alice: { api } }, { field }) => api.deleteProfileField({ field_id: Number(field) }),
  ],
  subscribe: [
    'channel.created',
    async ({ alice: { api }, carol }, ids) => {
      await api.subscribe({ subscriptions: [{ name: 'walk' }], principals: [carol.id] })
      ids.channel = (await api.getChannelId({ stream: 'walk' })).stream_id
    },
  ],
  unsubscribe: [
    'channel.users_removed',
    ({ alice: { api }, carol }) => api.unsubscribe({ subscriptions: ['walk'], principals: [carol.id] }),
  ],
  addDefaultChannel: [
    'default_channel.added',
    ({ alice: { api } }, { channel }) => api.addDefaultChannel({ stream_id: Number(channel) }),
  ],
  removeDefaultChannel: [
    'default_channel.removed',
    ({ alice: { api } }, { channel }) => api.removeDefaultChannel({ stream_id: Number(channel) }),
  ],
  updateChannel: [
    'channel.changed',
    ({ alice: { api } }, { channel }) =>
      api.updateChannel({ stream_id: Number(channel), message_retention_days: 30 }),
  ],
  createDefaultChannelGroup: [
    'default_channel_group.created',
    ({ alice: { api } }) =>
      api.createDefaultChannelGroup({ group_name: 'set', description: 'a set', stream_names: ['walk'] }),
  ],
  updateDefaultChannelGroup: [
    'default_channel_group.changed',
    async ({ alice: { api } }, ids) => {
      const { realm_default_stream_groups = [] } = await api.register({
        fetch_event_types: ['default_stream_groups'],
      })
      ids.set = realm_default_stream_groups[0]?.id ?? 0
      await api.updateDefaultChannelGroup({ group_id: ids.set, new_group_name: 'other' })
    },
  ],
  changeDefaultChannelGroup: [
    'default_channel_group.changed',
    ({ alice: { api } }, { set }) =>
      api.changeDefaultChannelGroup({ group_id: Number(set), op: 'remove', stream_names: ['walk'] }),
  ],
  deleteDefaultChannelGroup: [
    'default_channel_group.deleted',
    ({ alice: { api } }, { set }) => api.deleteDefaultChannelGroup({ group_id: Number(set) }),
  ],
  deleteMessage: [
    'message.deleted',
    async ({ alice, carol }) => {
      const { id } = await carol.api.sendMessage({ type: 'direct', to: [alice.id], content: 'rude' })
      await alice.api.deleteMessage({ message_id: id })
    },
  ],
  hideMessage: [
    'message.hidden',
    async ({ alice, carol }, ids) => {
      ids.hidden = (await carol.api.sendMessage({ type: 'direct', to: [alice.id], content: 'rude' })).id
      await alice.api.hideMessage({ message_id: ids.hidden, reason: 'Be kind.' })
    },
  ],
  unhideMessage: [
    'message.unhidden',
    ({ alice: { api } }, { hidden }) => api.unhideMessage({ message_id: Number(hidden) }),
  ],
  setGuestExpiry: [
    'user.expiry_changed',
    ({ alice: { api }, greta }) => api.setGuestExpiry({ user_id: greta.id, expires_at: 4_070_908_800 }),
  ],
  startBulkDeletion: [
    'message.bulk_deleted',
    async ({ alice: { api }, dave }, ids) => {
      ids.bulk = (await api.startBulkDeletion({ user_id: dave.id })).bulk_deletion_id
    },
  ],
  undoBulkDeletion: [
    'message.bulk_restored',
    ({ alice: { api } }, { bulk }) => api.undoBulkDeletion({ bulk_deletion_id: Number(bulk) }),
  ],
  deleteTopic: [
    'topic.deleted',
    async ({ alice: { api } }, { channel }) => {
      await api.sendMessage({ type: 'stream', to: 'walk', topic: 'plums', content: 'gone soon' })
      await api.deleteTopic({ stream_id: Number(channel), topic_name: 'plums' })
    },
  ],
  addChannelFeed: [
    'feed.added',
    async ({ alice: { api } }, ids) => {
      const feed = { stream_id: Number(ids.channel), url: 'https://news.example/channel.xml' }
      ids.channelFeed = (await api.addChannelFeed(feed)).feed_id
    },
  ],
  removeChannelFeed: [
    'feed.removed',
    ({ alice: { api } }, { channel, channelFeed }) =>
      api.removeChannelFeed({ stream_id: Number(channel), feed_id: Number(channelFeed) }),
  ],
  replaceChannelEmail: [
    'channel.email_replaced',
    ({ alice: { api } }, { channel }) => api.replaceChannelEmail({ stream_id: Number(channel) }),
  ],
  archiveChannel: [
    'channel.archived',
    ({ alice: { api } }, { channel }) => api.archiveChannel({ stream_id: Number(channel) }),
  ],
}
