import { createWorld, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { createOrganization } from '../../administration/realm-lifecycle/create.ts'
import { sendMessage } from '../messages/send.ts'
import { tada } from '../reactions/testing/fixtures.ts'

/** A message in the default channel of another organization on the same server, sent by its owner. */
async function withNeighbors() {
  const world = await createWorld()
  const realm = await createOrganization(world.app, {
    subdomain: 'other',
    name: 'Other',
    owner: { email: 'olga@example.com', fullName: 'Olga', password: 'plums ripen in autumn' },
  })
  const olga = realm!.directory.userByEmail('olga@example.com')!
  const channel = [...realm!.directory.channels.values()][0]!
  const { id } = await sendMessage(world.app, realm!, olga, {
    type: 'channel',
    to: channel.id,
    topic: 'plums',
    content: 'hi',
    clientName: 'test',
  })
  return { ...world, olga, channel, message_id: id }
}

describe('A message of another organization', () => {
  it('does not exist in this one, for any user and endpoint', async () => {
    const { alice, message_id, channel } = await withNeighbors()
    const { api } = alice
    const none = { reason: expect.stringMatching(/^message-(flag-message-)?not-found$/) }
    const calls = [
      () => api.getMessage({ message_id }),
      () => api.getMessageHistory({ message_id }),
      () => api.getReadReceipts({ message_id }),
      () => api.updateMessage({ message_id, topic: 'figs' }),
      () => api.deleteMessage({ message_id }),
      () => api.addReaction({ message_id, ...tada }),
      () => api.removeReaction({ message_id, ...tada }),
      () => api.addSubmessage({ message_id, msg_type: 'widget', content: '{}' }),
      () => api.setEditingStatus({ message_id, op: 'start' }),
      () => api.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'starred' }),
    ]
    for (const call of calls) await expect(call(), String(call)).rejects.toMatchObject(none)
    expect((await api.getMessages({ message_ids: [message_id] })).messages).toEqual([])
    const all = { anchor: 'oldest', num_before: 0, num_after: 9 }
    const fetchAll = (operator: string, operand: number) =>
      api.getMessages({ ...all, narrow: [{ operator, operand }] })
    await expect(fetchAll('channel', channel.id)).rejects.toMatchObject(
      withReason('narrow-channel-not-found'),
    )
    await expect(fetchAll('with', message_id)).rejects.toMatchObject(withReason('narrow-with-not-found'))
    const narrow: [string, string][] = [['channels', 'public']]
    expect((await api.getMessages({ ...all, narrow })).messages).toEqual([])
    await expect(api.getTopics({ stream_id: channel.id })).rejects.toMatchObject(
      withReason('channel-not-found'),
    )
    const here = await api.sendMessage({ type: 'channel', to: 'general', topic: 'plums', content: 'hi' })
    const move = api.updateMessage({ message_id: here.id, stream_id: channel.id })
    await expect(move).rejects.toMatchObject(withReason('channel-not-found'))
  })

  it('cannot be replied to: its channel and its sender are unknown here', async () => {
    const { alice, olga, channel } = await withNeighbors()
    const send = (type: 'channel' | 'direct', to: unknown) =>
      alice.api.sendMessage({ type, to, topic: 'plums', content: 'hi' })
    await expect(send('channel', channel.id)).rejects.toMatchObject(withReason('channel-id-unknown'))
    await expect(send('direct', [olga.id])).rejects.toMatchObject(withReason('message-recipient-not-found'))
    await expect(send('direct', ['olga@example.com'])).rejects.toMatchObject(
      withReason('message-recipient-not-found'),
    )
    const typing = alice.api.setTypingStatus({ op: 'start', to: [olga.id] })
    await expect(typing).rejects.toMatchObject(withReason('message-recipient-not-found'))
    const narrow = [{ operator: 'sender', operand: olga.id }]
    const range = { anchor: 'oldest', num_before: 0, num_after: 9 }
    await expect(alice.api.getMessages({ ...range, narrow })).rejects.toMatchObject(
      withReason('narrow-user-not-found'),
    )
  })
})
