import { countStatements, createWorld, type Person, randomNumbers, type World } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { flagBits } from '../../../events/flag-bits.ts'
import type { Realm } from '../../../realms/realm.ts'
import {
  type ConversationRow,
  recentConversations,
  type UnreadGroup,
  unreadGroups,
} from '../../conversation/read-state/flags-store.ts'
import { maxReceivedMessageId } from '../../identity/users/store.ts'
import { maxRecentDirectMessages, maxUnread, unreadState } from './message-state.ts'

const fetched = ['message', 'update_message_flags', 'recent_private_conversations']

async function realmOf(app: World['app']): Promise<Realm> {
  const realm = await app.realms.byHost('')
  await realm?.follower.advance()
  return realm!
}

/** The lists of a register response, from the queries that need no index. */
async function queriedLists({ app }: World, person: Person) {
  const { db } = app.database
  const { directory } = await realmOf(app)
  const { rows: groups } = await sql<UnreadGroup>`
    select * from ${unreadGroups(person.id, maxUnread)} as found`.execute(db)
  const { rows: conversations } = await sql<ConversationRow>`
    select * from ${recentConversations(person.id, maxRecentDirectMessages)} as found`.execute(db)
  const unread = unreadState(directory, directory.users.get(person.id)!, groups, false)
  return {
    unread_msgs: JSON.parse(Buffer.concat(unread.parts).toString()),
    max_message_id: await maxReceivedMessageId(db, person.id),
    recent_private_conversations: conversations.map(({ userIds, maxMessageId }) => ({
      user_ids: userIds.filter((id) => id !== person.id),
      max_message_id: maxMessageId,
    })),
  }
}

describe('Unread messages from memory', () => {
  // With few messages, most unread ones are below the index, which moves on all the time.
  it.each([
    ['the newest 12', 12, 11],
    ['the newest 25', 25, 16],
    ['all messages', 50_000, 13],
  ])(
    'equal the result of a query after any history, on every process, with %s in memory',
    async (_, indexedMessages, seed) => {
      const world = await createWorld({ limits: { indexedMessages } })
      const other = await world.secondNode()
      const { alice, bob, carol, dave } = world
      const random = randomNumbers(seed)
      const ids: number[] = []
      const idAt = () => ids[random(3) ? ids.length - 1 - random(10) : random(ids.length)] ?? ids[0] ?? 0
      const either = (person: Person) => (random(2) === 0 ? person.api : other.as(person))
      const channels = ['general', 'design', 'secret'] as const
      const channel = () => channels[random(3)] ?? 'general'
      const everyone = [alice.id, bob.id, carol.id, dave.id]
      await alice.api.subscribe({
        subscriptions: [{ name: 'general' }, { name: 'design' }],
        principals: everyone,
      })
      await alice.api.subscribe({
        subscriptions: [{ name: 'secret' }],
        invite_only: true,
        history_public_to_subscribers: false,
        principals: everyone,
      })
      const { subscriptions } = await alice.api.getSubscriptions()
      const idOf = (name: string) => subscriptions.find((one) => one.name === name)?.stream_id ?? 0
      const topic = () => ['Plums', 'plums', 'pears', ''][random(4)] ?? ''
      const send = async (n: number) => {
        const sender = [alice, carol, dave, dave][random(4)] ?? dave
        const content = `${n} ${['', '@**all**', '@**Carol Member**', '@**topic**'][random(4)]}`
        ids.push(
          (await either(sender).sendMessage({ type: 'channel', to: channel(), topic: topic(), content })).id,
        )
      }
      const sendDirect = async (n: number) => {
        const to = [[carol.id], [carol.id, bob.id], [dave.id], [alice.id, carol.id]][random(4)] ?? []
        const sender = random(4) ? dave : carol
        ids.push((await either(sender).sendMessage({ type: 'direct', to, content: `pear ${n}` })).id)
      }
      const reader = () => (random(3) ? carol : dave)
      const op = () => (random(2) ? 'add' : 'remove')
      const steps: ((n: number) => Promise<unknown>)[] = [
        send,
        sendDirect,
        send,
        send,
        (n) =>
          either(dave).updateMessage({ message_id: idAt(), content: `${n} ${random(2) ? '@**all**' : ''}` }),
        () =>
          either(alice).updateMessage({ message_id: idAt(), topic: topic(), propagate_mode: 'change_later' }),
        () =>
          either(alice).updateMessage({ message_id: idAt(), topic: topic(), propagate_mode: 'change_all' }),
        () => either(alice).updateMessage({ message_id: idAt(), stream_id: idOf(channel()) }),
        () =>
          either(alice).updateMessage({
            message_id: idAt(),
            stream_id: idOf('general'),
            propagate_mode: 'change_all',
          }),
        () => either(alice).deleteMessage({ message_id: idAt() }),
        () => either(reader()).updateMessageFlags({ messages: [idAt(), idAt()], op: op(), flag: 'read' }),
        () => either(reader()).updateMessageFlags({ messages: [idAt()], op: op(), flag: 'starred' }),
        () =>
          either(reader()).updateMessageFlags({
            messages: ids.slice(0, random(ids.length)),
            op: 'add',
            flag: 'read',
          }),
        // Can be in a gap between received and read ranges, too, after moves.
        () =>
          sql`
        insert into message_flag (user_id, message_id, flags) values (${carol.id}, ${idAt()}, ${flagBits.markedUnread})
        on conflict (user_id, message_id) do update set flags = message_flag.flags | excluded.flags`.execute(
            world.app.database.db,
          ),
        () => either(carol).markChannelAsRead({ stream_id: idOf(channel()) }),
        () =>
          either(carol).updateUserTopic({
            stream_id: idOf(channel()),
            topic: topic(),
            visibility_policy: ([0, 1, 2, 3] as const)[random(4)] ?? 0,
          }),
        () =>
          either(carol).updateSubscriptionProperties({
            subscription_data: [{ stream_id: idOf(channel()), property: 'is_muted', value: random(2) === 0 }],
          }),
        () => either(carol).unsubscribe({ subscriptions: [channel()] }),
        () =>
          either(alice).subscribe({ subscriptions: [{ name: channel() }], principals: [carol.id, dave.id] }),
        () =>
          either(alice).subscribe({ subscriptions: [{ name: channel() }], principals: [carol.id, dave.id] }),
      ]
      let unread = 0
      let refused = 0
      for (let n = 0; n < 70; n++) {
        const step = n < 12 ? steps[n % 3] : steps[random(steps.length)]
        // A message may be deleted, or be in no channel. Other clients register meanwhile.
        const meanwhile = Array.from({ length: random(3) }, () =>
          either(bob).register({ fetch_event_types: fetched }),
        )
        await Promise.all([step?.(n).catch(() => refused++), ...meanwhile])
        const person = [carol, carol, dave, bob][random(4)] ?? carol
        const expected = await queriedLists(world, person)
        const api = either(person)
        for (let again = 0; again < 2; again++) {
          const { unread_msgs, max_message_id, recent_private_conversations } = await api.register({
            fetch_event_types: fetched,
          })
          expect({ n, unread_msgs, max_message_id, recent_private_conversations }).toEqual({ n, ...expected })
          unread += unread_msgs?.count ?? 0
        }
      }
      expect(unread).toBeGreaterThan(200)
      expect(refused).toBeLessThan(40)
      for (const app of [world.app, other.app]) {
        const { messageIndex } = await realmOf(app)
        expect(messageIndex.isLoaded).toBe(true)
        expect(messageIndex.floor > 0).toBe(indexedMessages < 100)
      }
    },
  )

  it('include an old direct message that was marked as unread on another process', async () => {
    const world = await createWorld({ limits: { indexedMessages: 4 } })
    const other = await world.secondNode()
    const { carol, dave } = world
    const ids: number[] = []
    for (let n = 0; n < 7; n++) {
      ids.push((await dave.api.sendMessage({ type: 'direct', to: [carol.id], content: `pear ${n}` })).id)
    }
    const [id = 0] = ids
    await carol.api.updateMessageFlags({ messages: ids, op: 'add', flag: 'read' })
    const unread = async () =>
      (await carol.api.register({ fetch_event_types: fetched })).unread_msgs?.pms ?? []
    const { messageIndex } = await realmOf(world.app)
    await expect
      .poll(async () => {
        expect(await unread()).toEqual([])
        const { follower } = await realmOf(world.app)
        return messageIndex.caughtUp.belowFor(carol.id, follower.position)
      })
      .toBeGreaterThan(id)
    await other.as(carol).updateMessageFlags({ messages: [id], op: 'remove', flag: 'read' })
    expect(await unread()).toMatchObject([{ unread_message_ids: [id] }])
  })

  it('are read with one statement, also after messages were sent', async () => {
    const world = await createWorld({ proxied: true })
    const { alice, carol } = world
    const send = () =>
      alice.api.sendMessage({ type: 'channel', to: 'general', topic: 'plums', content: 'ripe' })
    await send()
    const register = () => carol.api.register({ fetch_event_types: fetched })
    for (let n = 0; n < 3; n++) await register()
    const { messageIndex } = await realmOf(world.app)
    await expect.poll(() => messageIndex.isLoaded).toBe(true)
    await send()
    // The other statement stores the queue.
    expect(await countStatements(world, register)).toBe(2)
    expect((await register()).unread_msgs?.count).toBe(2)
  })
})
