import type { Person } from '@loquat/devkit'
import { idOf } from '../../../features/places/channels/testing/fixtures.ts'
import { allBut, channel, everyone, hidden, inGeneral, nobody, type Stage, type Table } from './stage.ts'

const post = async ({ api }: Person, content = 'hi', to = 'general', topic = 'Fruit') =>
  (await api.sendMessage({ type: 'channel', to, topic, content })).id
const write = async ({ api }: Person, to: Person, content = 'hi') =>
  (await api.sendMessage({ type: 'direct', to: [to.id], content })).id
/**
 * Alice moves a message from a channel with everyone to one with only her and Carol. The newest message is never
 * deleted or moved here, because clients cannot learn from events which message is the newest then.
 */
async function moveAway(stage: Stage, to: string) {
  const stream_id = await channel(stage, to, { ...hidden, with: ['alice'] })
  const message_id = await post(stage.carol, 'hi', 'general', to)
  await post(stage.carol)
  return () => stage.alice.api.updateMessage({ message_id, stream_id })
}
const tada = { emoji_name: 'tada' }

/** Messages: members of the channel or conversation receive all changes. */
export const messages = {
  message: {
    'somebody writes in a channel': {
      to: inGeneral,
      by: ({ carol }) => post(carol),
    },
    'a bot that is not there is mentioned': {
      to: everyone,
      by: ({ carol, dave, bot }) => post(dave, `@**|${bot.id}** @**|${carol.id}**`),
    },
    'a person who is not there is mentioned': {
      to: ['carol'],
      given: async (stage) => {
        await channel(stage, 'quiet')
        return () => post(stage.carol, `@**|${stage.dave.id}**`, 'quiet')
      },
    },
    'somebody writes to somebody': {
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
    'a message to somebody is edited': {
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
    'a message to somebody is deleted': {
      to: ['bob', 'carol'],
      given: async ({ bob, carol }) => {
        const message_id = await write(carol, bob)
        await write(carol, bob)
        return () => bob.api.deleteMessage({ message_id })
      },
    },
    'a message is moved to where some cannot read it': {
      to: ['bob', 'mona', 'dave', 'greta'],
      given: (stage) => moveAway(stage, 'safe'),
    },
  },
  'reaction:add': {
    'somebody reacts in a channel': {
      to: inGeneral,
      given: async ({ carol, greta }) => {
        const message_id = await post(carol)
        return () => greta.api.addReaction({ message_id, ...tada })
      },
    },
  },
  'reaction:remove': {
    'somebody takes back a reaction to what somebody wrote them': {
      to: ['carol', 'dave'],
      given: async ({ carol, dave }) => {
        const message_id = await write(carol, dave)
        await dave.api.addReaction({ message_id, ...tada })
        return () => dave.api.removeReaction({ message_id, ...tada })
      },
    },
  },
  submessage: {
    'somebody votes': {
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
    'somebody writes to somebody': {
      to: ['carol', 'dave'],
      by: ({ carol, dave }) => carol.api.setTypingStatus({ op: 'start', to: [dave.id] }),
    },
    'somebody writes in a channel': {
      to: inGeneral,
      old: nobody,
      given: async ({ carol }) => {
        const stream_id = await idOf(carol, 'general')
        return () => carol.api.setTypingStatus({ type: 'channel', op: 'start', stream_id, topic: 'Fruit' })
      },
    },
  },
  'typing:stop': {
    'somebody stops, and one of them does not want to know': {
      to: ['carol'],
      given: async ({ carol, greta }) => {
        await greta.api.updateSettings({ receives_typing_notifications: false })
        return () => carol.api.setTypingStatus({ op: 'stop', to: [greta.id] })
      },
    },
  },
  'typing_edit_message:start': {
    'somebody edits in a channel': {
      to: allBut('greta', 'bot'),
      given: async ({ carol, greta }) => {
        await greta.api.updateSettings({ receives_typing_notifications: false })
        const message_id = await post(carol)
        return () => carol.api.setEditingStatus({ message_id, op: 'start' })
      },
    },
  },
  'typing_edit_message:stop': {
    'somebody stops editing what they wrote to somebody': {
      to: ['carol', 'dave'],
      given: async ({ carol, dave }) => {
        const message_id = await write(carol, dave)
        return () => carol.api.setEditingStatus({ message_id, op: 'stop' })
      },
    },
  },
  'update_message_flags:add': {
    'somebody stars a message': {
      to: ['greta'],
      given: async ({ carol, greta }) => {
        const messages = [await post(carol)]
        return () => greta.api.updateMessageFlags({ op: 'add', flag: 'starred', messages })
      },
    },
    'somebody mutes the sender of what they have not read': {
      to: ['mona'],
      given: async ({ mona, bob }) => {
        await post(bob)
        return () => mona.api.muteUser({ muted_user_id: bob.id })
      },
    },
  },
  'update_message_flags:remove': {
    'somebody marks a message as unread': {
      to: ['dave'],
      given: async ({ carol, dave }) => {
        const messages = [await post(carol)]
        await dave.api.updateMessageFlags({ op: 'add', flag: 'read', messages })
        return () => dave.api.updateMessageFlags({ op: 'remove', flag: 'read', messages })
      },
    },
  },
} satisfies Table
