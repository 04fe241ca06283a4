import { createWorld, expectEventsToReproduceState, keysOf } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

describe('POST /messages', () => {
  it('delivers a channel message to every subscriber and to nobody else', async () => {
    const { alice, carol } = await createWorld()
    const events = await expectEventsToReproduceState(carol, () =>
      alice.api.sendMessage({
        type: 'channel',
        to: 'general',
        topic: 'fruit',
        content: 'Who ate the *loquats*?',
      }),
    )
    expect(keysOf(events)).toEqual(['message'])
  })
})
