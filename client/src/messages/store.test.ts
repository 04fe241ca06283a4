import type { FetchedMessage } from '@loquat/contract'
import { createWorld, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { LiveSession } from '../live.ts'
import { MessageStore } from './store.ts'

const capabilities = { client_capabilities: { bulk_message_deletion: true, empty_topic_name: true } }

async function fetchAll({ carol }: World): Promise<FetchedMessage[]> {
  const { messages } = await carol.api.getMessages({
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [],
  })
  return messages
}

/** Carol's store, and a way to wait until everything that happened so far has arrived in it. */
async function follow(world: World, store: MessageStore) {
  const { carol } = world
  const live = await LiveSession.connect(carol.api, {
    register: { apply_markdown: true, ...capabilities },
    onEvents: (events) => {
      for (const event of events) store.apply(event)
    },
  })
  const settle = async () => {
    const { id } = await carol.api.sendMessage({ type: 'direct', to: [carol.id], content: 'a mark' })
    await expect.poll(() => store.get(id)?.id).toBe(id)
  }
  return { live, settle }
}

const comparable = (message: FetchedMessage) => {
  const { edit_history: _history, last_edit_timestamp, last_moved_timestamp, flags, ...rest } = message
  return {
    ...rest,
    isEdited: last_edit_timestamp !== undefined,
    isMoved: last_moved_timestamp !== undefined,
    flags: [...flags].sort(),
  }
}

describe('The messages of a client', () => {
  it('equal a new fetch after every kind of change', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    await alice.api.subscribe({ subscriptions: [{ name: 'orchard' }], principals: [alice.id, carol.id] })
    const { stream_id: channelId } = await alice.api.getChannelId({ stream: 'orchard' })
    const store = new MessageStore()
    const { live, settle } = await follow(world, store)
    const send = async (content: string, topic = 'trees') =>
      (await alice.api.sendMessage({ type: 'channel', to: channelId, topic, content })).id
    const edited = await send('first')
    const reacted = await send('second')
    const moved = await send('third', 'pears')
    const poll = await send('/poll Which?\nPear\nPlum')
    const gone = await send('fifth')
    await alice.api.updateMessage({ message_id: edited, content: 'first, for @**Carol Member**' })
    await alice.api.addReaction({ message_id: reacted, emoji_name: 'tada' })
    await carol.api.addReaction({ message_id: reacted, emoji_name: 'tada' })
    await alice.api.removeReaction({ message_id: reacted, emoji_name: 'tada' })
    await alice.api.updateMessage({ message_id: moved, topic: 'apples', propagate_mode: 'change_all' })
    await carol.api.addSubmessage({
      message_id: poll,
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }),
    })
    await carol.api.updateMessageFlags({ messages: [edited, reacted], op: 'add', flag: 'starred' })
    await carol.api.updateMessageFlags({ messages: [reacted], op: 'remove', flag: 'starred' })
    await carol.api.updateMessageFlags({ messages: [edited], op: 'add', flag: 'read' })
    await alice.api.deleteMessage({ message_id: gone })
    await settle()
    const fetched = await fetchAll(world)
    expect(fetched.length).toBeGreaterThanOrEqual(5)
    for (const message of fetched.filter(({ id }) => store.get(id) !== undefined)) {
      expect(comparable(store.get(message.id)!)).toEqual(comparable(message))
    }
    expect([edited, reacted, moved, poll].map((id) => store.get(id)?.id)).toEqual([
      edited,
      reacted,
      moved,
      poll,
    ])
    expect([store.get(gone), store.isDeleted(gone)]).toEqual([undefined, true])
    await live.close()
  })

  it('are not overwritten by a slow fetch that is older than the events', async () => {
    const world = await createWorld()
    const { carol } = world
    const { id } = await carol.api.sendMessage({ type: 'direct', to: [carol.id], content: 'before' })
    const store = new MessageStore()
    const { live, settle } = await follow(world, store)
    const since = store.position
    const slow = await fetchAll(world)
    await carol.api.updateMessage({ message_id: id, content: 'after' })
    await settle()
    store.put(slow, since)
    expect(store.get(id)?.content).toBe('<p>after</p>')
    await live.close()
  })

  it('stay deleted when an older fetch arrives, until they are restored', () => {
    const store = new MessageStore()
    const fetched = [{ id: 1, flags: [], reactions: [] } as unknown as FetchedMessage]
    store.put(fetched)
    store.apply({ id: 1, type: 'delete_message', message_type: 'stream', message_ids: [1] })
    store.put(fetched)
    expect(store.get(1)).toBeUndefined()
    store.apply({ id: 2, type: 'restored_messages', message_ids: [1] })
    store.put(fetched)
    expect(store.get(1)?.id).toBe(1)
  })

  it('notify the subscribers of one, and keep it when others are dropped', async () => {
    const store = new MessageStore()
    const message = (id: number) => ({ id, flags: [], reactions: [] }) as unknown as FetchedMessage
    store.put([1, 2, 3, 4].map(message))
    let received = 0
    const stop = store.subscribe(2, () => received++)
    store.change(2, (before) => ({ ...before, subject: 'other' }))
    store.trim(1, (id) => id === 3)
    expect([received, store.get(1), store.get(2)?.subject, store.get(3)?.id, store.get(4)]).toEqual([
      1,
      undefined,
      'other',
      3,
      undefined,
    ])
    stop()
    store.change(2, (before) => ({ ...before, subject: 'third' }))
    expect(received).toBe(1)
  })
})
