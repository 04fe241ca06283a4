import { createWorld, pendingEvents, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

describe('The defaults of a bot', () => {
  it('are used for the channel it sends to and the narrow of its queues, unless it specifies them', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }, { name: 'market' }] })
    const { user_id: bot_id } = await carol.api.createBot({ full_name: 'Crier', short_name: 'crier' })
    const bot = world.person(bot_id)
    const send = { type: 'channel', topic: 'news', content: 'hear' } as const
    await expect(bot.api.sendMessage(send)).rejects.toMatchObject(
      withReason('message-channel-reference-invalid'),
    )

    await carol.api.updateBot({
      bot_id,
      default_sending_stream: 'plaza',
      default_events_register_stream: 'market',
      default_all_public_streams: true,
    })
    await bot.api.sendMessage(send)
    await bot.api.sendMessage({ ...send, to: 'market' })
    await expect(bot.api.sendMessage({ type: 'direct', content: 'hear' })).rejects.toMatchObject(
      withReason('message-recipients-invalid'),
    )
    const { messages } = await carol.api.getMessages({ anchor: 'newest', num_before: 2, num_after: 0 })
    expect(messages.map((message) => message.display_recipient)).toEqual(['plaza', 'market'])

    const topics = async (options: Parameters<typeof bot.api.register>[0]) => {
      const { queue_id, last_event_id } = await bot.api.register({ event_types: ['message'], ...options })
      for (const to of ['plaza', 'market']) {
        await carol.api.sendMessage({ type: 'channel', to, topic: to, content: 'hi' })
      }
      const events = await pendingEvents(bot.api, queue_id ?? '', last_event_id ?? -1)
      return events.map((event) => (event.type === 'message' ? event.message.subject : event.type))
    }
    expect(await topics({})).toEqual(['market'])
    expect(await topics({ narrow: [] })).toEqual(['market'])
    expect(await topics({ narrow: [['channel', 'plaza']] })).toEqual(['plaza'])
    expect(await topics({ all_public_streams: false })).toEqual([])
    await carol.api.updateBot({ bot_id, default_events_register_stream: '' })
    expect(await topics({})).toEqual(['plaza', 'market'])
    // Guests do not follow all public channels.
    await alice.api.updateBot({ bot_id, role: 600 })
    expect(await topics({})).toEqual([])
  })
})
