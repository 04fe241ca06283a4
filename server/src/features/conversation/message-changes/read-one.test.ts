import { createApi } from '@loquat/client'
import { createWorld, type Person, sendChannelMessage, sendDirectMessage, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { allowWebPublic, archive, cast, idOf, named, set } from '../../places/channels/testing/fixtures.ts'
import { tada } from '../reactions/testing/fixtures.ts'

/** The flags of a message, for each user who can fetch it. */
async function seenBy(people: Record<string, Person>, message_id: number) {
  const seen: Record<string, string> = {}
  for (const [name, { api }] of Object.entries(people)) {
    const one = await api.getMessage({ message_id }).catch((error: unknown) => {
      expect(error).toMatchObject(withReason('message-not-found'))
      return undefined
    })
    if (one !== undefined) seen[name] = one.message.flags.join(' ')
  }
  return seen
}

const unreceived = 'read historical'

/**
 * A channel of one kind. Carol is subscribed and Dave has left; Bob subscribed after the message; Mona was never subscribed
 * but may subscribe and add others, as may Greta, a guest.
 */
async function channelWith(options: object) {
  const world = await createWorld()
  const { alice, bob, carol, dave, mona, greta } = world
  await allowWebPublic(world)
  const open = set(carol, mona, greta)
  await alice.api.subscribe({
    ...named('place'),
    principals: [carol.id, dave.id],
    can_subscribe_group: open,
    ...options,
  })
  const message_id = await sendChannelMessage(carol, 'place')
  await dave.api.unsubscribe({ subscriptions: ['place'] })
  await carol.api.subscribe({ ...named('place'), principals: [bob.id] })
  return { ...world, world, people: cast(world), message_id, stream_id: await idOf(carol, 'place') }
}

const shared = { invite_only: true, history_public_to_subscribers: true }
const hidden = { invite_only: true, history_public_to_subscribers: false }

describe('Fetching one message', () => {
  it.each([
    [
      'a public channel is possible for all users except guests without a subscription',
      {},
      { alice: unreceived, bob: unreceived, mona: unreceived, carol: 'read', dave: 'read' },
    ],
    [
      'a web-public channel is possible for the same users',
      { is_web_public: true },
      { alice: unreceived, bob: unreceived, mona: unreceived, carol: 'read', dave: 'read' },
    ],
    [
      'a private channel with shared history is possible for its subscribers and for members who may subscribe',
      shared,
      { bob: unreceived, mona: unreceived, carol: 'read' },
    ],
    [
      'a private channel with protected history is possible for subscribers who have it',
      hidden,
      { carol: 'read' },
    ],
  ])('of %s, archived or not', async (_, options, expected) => {
    const { world, people, message_id, stream_id } = await channelWith(options)
    expect(await seenBy(people, message_id)).toEqual(expected)
    await archive(world, stream_id)
    expect(await seenBy(people, message_id)).toEqual(expected)
  })

  it('of a protected history is possible for a former subscriber who may resubscribe, if they had it', async () => {
    const { carol, dave, mona } = await createWorld()
    const principals = [carol.id, dave.id]
    const open = { can_add_subscribers_group: set(carol, dave, mona) }
    await carol.api.subscribe({ ...named('vault'), principals, ...hidden, ...open })
    const message_id = await sendChannelMessage(carol, 'vault')
    await dave.api.unsubscribe({ subscriptions: ['vault'] })
    expect(await seenBy({ dave, mona }, message_id)).toEqual({ dave: 'read' })
    expect((await dave.api.getMessages({ message_ids: [message_id] })).messages).toHaveLength(1)
    // A user who never had the message cannot add it to their history.
    const reaction = mona.api.addReaction({ message_id, ...tada })
    await expect(reaction).rejects.toMatchObject(withReason('message-not-found'))
  })

  it('of a direct conversation is possible for its participants', async () => {
    const world = await createWorld()
    const { carol, dave, greta } = world
    expect(await seenBy(cast(world), await sendDirectMessage(carol, dave))).toEqual({
      carol: 'read',
      dave: '',
    })
    expect(await seenBy(cast(world), await sendDirectMessage(greta, greta))).toEqual({ greta: 'read' })
    expect(await seenBy(cast(world), 404_404)).toEqual({})
  })

  it('returns the source always, and the content as HTML or source', async () => {
    const { carol } = await createWorld()
    const message_id = await sendChannelMessage(carol, 'general', '', 'a *plum*')
    const html = '<p>a <em>plum</em></p>'
    expect(await carol.api.getMessage({ message_id })).toMatchObject({
      raw_content: 'a *plum*',
      message: { content: html, content_type: 'text/html', subject: 'general chat', avatar_url: null },
    })
    const plain = { message_id, apply_markdown: false, allow_empty_topic_name: true }
    const { message, raw_content } = await carol.api.getMessage(plain)
    expect(raw_content).toBe('a *plum*')
    expect(message).toMatchObject({ content: 'a *plum*', content_type: 'text/x-markdown', subject: '' })
    expect(message).not.toHaveProperty('match_content')
  })

  it('without an account is refused if spectators are not allowed', async () => {
    const { carol, url } = await createWorld()
    const message_id = await sendChannelMessage(carol)
    const stranger = createApi({ url })
    for (const id of [message_id, 404_404]) {
      await expect(stranger.getMessage({ message_id: id })).rejects.toMatchObject(
        withReason('authentication-required'),
      )
    }
  })
})
