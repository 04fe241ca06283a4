import { createWorld, eventsDuring, eventTypesOf, expectEventsToReproduceState } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

describe('POST /messages', () => {
  it('delivers a channel message to every subscriber and to nobody else', async () => {
    const { alice, carol, dave } = await createWorld()
    await dave.api.unsubscribe({ subscriptions: ['general'] })
    const send = () =>
      alice.api.sendMessage({
        type: 'channel',
        to: 'general',
        topic: 'fruit',
        content: 'Who ate the *loquats*?',
      })
    expect(eventTypesOf(await expectEventsToReproduceState(carol, send))).toEqual(['message'])
    expect(await eventsDuring(dave, send)).toEqual([])
  })
})
