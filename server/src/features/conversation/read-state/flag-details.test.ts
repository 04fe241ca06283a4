import {
  createWorld,
  expectEventsToReproduceState,
  type Person,
  sendChannelMessage,
  sendDirectMessage,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { archive, idOf, named } from '../../places/channels/testing/fixtures.ts'

const change = ({ api }: Person, op: 'add' | 'remove', flag: string, ...messages: number[]) =>
  api.updateMessageFlags({ op, flag, messages })

const flagsOf = async ({ api }: Person, message_id: number) =>
  (await api.getMessage({ message_id })).message.flags

describe('Flags of messages in an archived channel', () => {
  it('can be changed, even for messages that were never received', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    await alice.api.subscribe({ ...named('plaza'), principals: [alice.id, dave.id] })
    const id = await sendChannelMessage(alice, 'plaza')
    await archive(world, await idOf(alice, 'plaza'))
    await expectEventsToReproduceState(carol, () => change(carol, 'add', 'starred', id))
    expect(await flagsOf(carol, id)).toEqual(['read', 'starred', 'historical'])
    for (const op of ['add', 'remove'] as const) {
      await expectEventsToReproduceState(dave, () => change(dave, op, 'read', id))
      expect(await flagsOf(dave, id)).toEqual(op === 'add' ? ['read'] : [])
    }
  })
})

describe('The event about messages that become unread', () => {
  it('says that they mention the reader only if they do', async () => {
    const { alice, carol } = await createWorld()
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    const plain = await sendChannelMessage(alice)
    const mention = await sendChannelMessage(alice, 'general', 'plums', '@**Carol Member**')
    const direct = await sendDirectMessage(alice, carol)
    await change(carol, 'add', 'read', plain, mention, direct)
    const [event] = await expectEventsToReproduceState(carol, () =>
      change(carol, 'remove', 'read', plain, mention, direct),
    )
    const place = { type: 'stream', stream_id, topic: 'plums', unmuted_stream_msg: true }
    expect(event?.type === 'update_message_flags' && event.op === 'remove' && event.message_details).toEqual({
      [plain]: place,
      [mention]: { ...place, mentioned: true },
      [direct]: { type: 'private', user_ids: [alice.id] },
    })
  })
})

describe('Removing a flag that is not set', () => {
  it('from a message that was never received changes nothing, if it is readable', async () => {
    const { alice, carol, greta } = await createWorld()
    await alice.api.subscribe(named('plaza'))
    const id = await sendChannelMessage(alice, 'plaza')
    const events = await expectEventsToReproduceState(carol, () => change(carol, 'remove', 'starred', id))
    expect(events).toEqual([])
    expect((await carol.api.getMessages({ message_ids: [id] })).messages).toEqual([])
    await expect(change(greta, 'remove', 'starred', id)).rejects.toMatchObject(
      withReason('message-flag-message-not-found'),
    )
  })
})
