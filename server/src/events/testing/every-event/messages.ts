import type { Person } from '@loquat/devkit'
import { deleteInBulk } from '../../../features/conversation/bulk-deletions/jobs.ts'
import { idOf } from '../../../features/places/channels/testing/fixtures.ts'
import {
  allBut,
  channel,
  type EventTable,
  type EventWorld,
  everyone,
  inGeneral,
  nobody,
  privateChannel,
} from './stage.ts'

const post = async ({ api }: Person, content = 'hi', to = 'general', topic = 'Fruit') =>
  (await api.sendMessage({ type: 'channel', to, topic, content })).id
const write = async ({ api }: Person, to: Person, content = 'hi') =>
  (await api.sendMessage({ type: 'direct', to: [to.id], content })).id
/**
 * Alice moves a message from a channel with everyone to one with only her and Carol. The newest message is never
 * deleted or moved here, because clients cannot learn from events which message is the newest then.
 */
async function moveAway(stage: EventWorld, to: string) {
  const stream_id = await channel(stage, to, { ...privateChannel, with: ['alice'] })
  const message_id = await post(stage.carol, 'hi', 'general', to)
  await post(stage.carol)
  return () => stage.alice.api.updateMessage({ message_id, stream_id })
}
const bookmark = { title: 'Plan', url: 'https://example.com/plan' }
const tada = { emoji_name: 'tada' }

/** Messages: members of the channel or conversation receive all changes. */
export const messages = {
  message: {
    'a message is sent to a channel': {
      to: inGeneral,
      by: ({ carol }) => post(carol),
    },
    'a bot without a subscription is mentioned': {
      to: everyone,
      by: ({ carol, dave, bot }) => post(dave, `@**|${bot.id}** @**|${carol.id}**`),
    },
    'a user without a subscription is mentioned': {
      to: ['carol'],
      given: async (stage) => {
        await channel(stage, 'quiet')
        return () => post(stage.carol, `@**|${stage.dave.id}**`, 'quiet')
      },
    },
    'a direct message is sent': {
      to: ['carol', 'dave'],
      by: ({ carol, dave }) => write(carol, dave),
    },
  },
  update_message: {
    'a message in a channel is edited': {
      to: inGeneral,
      given: async ({ carol }) => {
        const message_id = await post(carol)
        return () => carol.api.updateMessage({ message_id, content: 'other' })
      },
    },
    'a direct message is edited': {
      to: ['carol', 'greta'],
      given: async ({ carol, greta }) => {
        const message_id = await write(carol, greta)
        return () => carol.api.updateMessage({ message_id, content: 'other' })
      },
    },
    'a message is moved to a private channel': {
      to: ['alice', 'carol'],
      given: (stage) => moveAway(stage, 'vault'),
    },
  },
  delete_message: {
    'a message in a channel is deleted': {
      to: inGeneral,
      given: async ({ alice, carol }) => {
        const message_id = await post(carol)
        await post(carol)
        return () => alice.api.deleteMessage({ message_id })
      },
    },
    'a direct message is deleted': {
      to: ['bob', 'carol'],
      given: async ({ bob, carol }) => {
        const message_id = await write(carol, bob)
        await write(carol, bob)
        return () => bob.api.deleteMessage({ message_id })
      },
    },
    'a message is moved to a channel that some users cannot read': {
      to: ['bob', 'mona', 'dave', 'greta'],
      given: (stage) => moveAway(stage, 'safe'),
    },
  },
  'reaction:add': {
    'a user reacts in a channel': {
      to: inGeneral,
      given: async ({ carol, greta }) => {
        const message_id = await post(carol)
        return () => greta.api.addReaction({ message_id, ...tada })
      },
    },
  },
  'reaction:remove': {
    'a reaction to a direct message is removed': {
      to: ['carol', 'dave'],
      given: async ({ carol, dave }) => {
        const message_id = await write(carol, dave)
        await dave.api.addReaction({ message_id, ...tada })
        return () => dave.api.removeReaction({ message_id, ...tada })
      },
    },
  },
  call: {
    'a call is started in a direct conversation': {
      to: ['carol', 'dave'],
      by: ({ carol, dave }) => carol.api.startCall({ type: 'direct', to: [dave.id] }),
    },
  },
  call_signal: {
    'a participant sends a signal to another one': {
      to: ['dave'],
      given: async ({ carol, dave }) => {
        const { call_id } = (await carol.api.startCall({ type: 'direct', to: [dave.id] })).call
        const { participant_id } = await carol.api.joinCall({ call_id })
        const other = await dave.api.joinCall({ call_id })
        const to_participant_id = other.participant_id
        const data = '{"candidates": []}'
        return () => carol.api.sendCallSignal({ call_id, participant_id, to_participant_id, data })
      },
    },
  },
  'pinned_message:add': {
    'a message in a channel is pinned': {
      to: inGeneral,
      old: nobody,
      given: async ({ carol, dave }) => {
        const message_id = await post(carol)
        return () => dave.api.pinMessage({ message_id, scope: 'channel' })
      },
    },
    'a direct message is pinned': {
      to: ['carol', 'dave'],
      old: nobody,
      given: async ({ carol, dave }) => {
        const message_id = await write(carol, dave)
        return () => dave.api.pinMessage({ message_id })
      },
    },
  },
  'pinned_message:remove': {
    'a message is unpinned': {
      to: inGeneral,
      old: nobody,
      given: async ({ carol, dave }) => {
        const message_id = await post(carol)
        await dave.api.pinMessage({ message_id })
        return () => carol.api.unpinMessage({ message_id })
      },
    },
  },
  restored_messages: {
    'a bulk deletion is undone': {
      to: ['carol', 'dave'],
      old: nobody,
      given: async ({ alice, carol, dave, app, clock }) => {
        // Only this message is restored: events do not tell which ones are unread.
        clock.advance(2)
        const message_id = await write(carol, dave)
        await dave.api.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'read' })
        const { bulk_deletion_id } = await alice.api.startBulkDeletion({
          user_id: carol.id,
          include_direct: true,
          sent_from: Math.floor(clock.now() / 1_000),
        })
        await deleteInBulk.run(app, {})
        return async () => {
          await alice.api.undoBulkDeletion({ bulk_deletion_id })
          await deleteInBulk.run(app, {})
        }
      },
    },
  },
  message_reports: {
    'a direct message is reported': {
      to: ['alice', 'bob', 'mona'],
      old: nobody,
      given: async (stage) => {
        const { alice, carol, dave } = stage
        const moderation_request_channel_id = await channel(stage, 'court', privateChannel)
        await alice.api.updateRealm({ moderation_request_channel_id })
        const message_id = await write(carol, dave)
        return () => dave.api.reportMessage({ message_id, report_type: 'spam' })
      },
    },
  },
  channel_bookmarks: {
    'a bookmark is added to a public channel': {
      to: everyone,
      old: nobody,
      given: async ({ carol }) => {
        const stream_id = await idOf(carol, 'general')
        return () => carol.api.addBookmark({ stream_id, ...bookmark })
      },
    },
    'a bookmark is added to a private channel': {
      to: ['carol', 'dave'],
      old: nobody,
      given: async (stage) => {
        const stream_id = await channel(stage, 'shelf', { ...privateChannel, with: ['dave'] })
        return () => stage.carol.api.addBookmark({ stream_id, ...bookmark })
      },
    },
  },
  interaction: {
    'a user clicks a button of a bot': {
      to: ['bot'],
      old: nobody,
      given: async ({ carol, bot }) => {
        const { id: message_id } = await bot.api.sendMessage({
          type: 'direct',
          to: [carol.id],
          content: 'Ready?',
          components: [{ type: 'button', id: 'yes', label: 'Yes' }],
        })
        return () => carol.api.interact({ message_id, component_id: 'yes' })
      },
    },
    'a user runs a command of a bot': {
      to: ['bot'],
      old: nobody,
      given: async ({ dave, bot }) => {
        await bot.api.setBotCommands({ commands: [{ name: 'pick', description: 'Pick fruit' }] })
        const place = { type: 'channel', to: 'general', topic: 'Fruit' } as const
        return () => dave.api.runBotCommand({ name: 'pick', arguments: 'plums', ...place })
      },
    },
  },
  ephemeral_message: {
    'a bot shows a text to one user': {
      to: ['dave'],
      old: nobody,
      by: ({ dave, bot }) =>
        bot.api.sendEphemeralMessage({
          user_id: dave.id,
          type: 'channel',
          to: 'general',
          topic: 'Fruit',
          content: 'Only you see this.',
        }),
    },
  },
  bot_commands: {
    'a bot registers its commands': {
      to: everyone,
      old: nobody,
      by: ({ bot }) => bot.api.setBotCommands({ commands: [{ name: 'weigh', description: '' }] }),
    },
  },
  submessage: {
    'a user votes': {
      to: ['carol', 'dave'],
      given: async (stage) => {
        await channel(stage, 'ballots', { with: ['dave'] })
        const message_id = await post(stage.carol, '/poll Which?\nplums', 'ballots')
        const content = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 })
        return () => stage.dave.api.addSubmessage({ message_id, msg_type: 'widget', content })
      },
    },
  },
  'typing:start': {
    'a user types a direct message': {
      to: ['carol', 'dave'],
      by: ({ carol, dave }) => carol.api.setTypingStatus({ op: 'start', to: [dave.id] }),
    },
    'a user types in a channel': {
      to: inGeneral,
      old: nobody,
      given: async ({ carol }) => {
        const stream_id = await idOf(carol, 'general')
        return () => carol.api.setTypingStatus({ type: 'channel', op: 'start', stream_id, topic: 'Fruit' })
      },
    },
  },
  'typing:stop': {
    'a user stops typing, and a recipient has turned typing notifications off': {
      to: ['carol'],
      given: async ({ carol, greta }) => {
        await greta.api.updateSettings({ receives_typing_notifications: false })
        return () => carol.api.setTypingStatus({ op: 'stop', to: [greta.id] })
      },
    },
  },
  'typing_edit_message:start': {
    'a user edits a channel message': {
      to: allBut('greta', 'bot'),
      given: async ({ carol, greta }) => {
        await greta.api.updateSettings({ receives_typing_notifications: false })
        const message_id = await post(carol)
        return () => carol.api.setEditingStatus({ message_id, op: 'start' })
      },
    },
  },
  'typing_edit_message:stop': {
    'a user stops editing a direct message': {
      to: ['carol', 'dave'],
      given: async ({ carol, dave }) => {
        const message_id = await write(carol, dave)
        return () => carol.api.setEditingStatus({ message_id, op: 'stop' })
      },
    },
  },
  'update_message_flags:add': {
    'a user stars a message': {
      to: ['greta'],
      given: async ({ carol, greta }) => {
        const messages = [await post(carol)]
        return () => greta.api.updateMessageFlags({ op: 'add', flag: 'starred', messages })
      },
    },
    'a user mutes the sender of unread messages': {
      to: ['mona'],
      given: async ({ mona, bob }) => {
        await post(bob)
        return () => mona.api.muteUser({ muted_user_id: bob.id })
      },
    },
  },
  'update_message_flags:remove': {
    'a user marks a message as unread': {
      to: ['dave'],
      given: async ({ carol, dave }) => {
        const messages = [await post(carol)]
        await dave.api.updateMessageFlags({ op: 'add', flag: 'read', messages })
        return () => dave.api.updateMessageFlags({ op: 'remove', flag: 'read', messages })
      },
    },
  },
} satisfies EventTable
