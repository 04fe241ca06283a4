import { createWorld, eventsPerUser, sendChannelMessage, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { reactionsTo } from './testing/fixtures.ts'

describe('A reaction', () => {
  it('keeps the skin tone that was chosen, beside the code that all clients know', async () => {
    const { carol, dave } = await createWorld()
    const message_id = await sendChannelMessage(carol)
    const thumb = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' } as const
    const toned = { ...thumb, user_id: dave.id, skin_tone: '1f3fd' }
    const { carol: events } = await eventsPerUser({ carol }, () =>
      dave.api.addReaction({ message_id, emoji_name: '+1', skin_tone: '1f3fd' }),
    )
    expect(events).toMatchObject([{ op: 'add', ...toned }])
    await carol.api.addReaction({ message_id, emoji_name: '+1' })
    const both = [toned, { ...thumb, user_id: carol.id }]
    expect(await reactionsTo(carol, message_id)).toEqual(both)
    const { messages } = await carol.api.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 })
    expect(messages[0]?.reactions).toEqual(both)
    await expect(
      dave.api.addReaction({ message_id, emoji_name: '+1', skin_tone: '1f3fe' }),
    ).rejects.toMatchObject(withReason('reaction-exists'))
    for (const emoji_name of ['tada', 'family'])
      await expect(
        dave.api.addReaction({ message_id, emoji_name, skin_tone: '1f3fd' }),
      ).rejects.toMatchObject(withReason('reaction-skin-tone-unsupported'))
    await dave.api.removeReaction({ message_id, emoji_name: '+1' })
    expect(await reactionsTo(carol, message_id)).toEqual(both.slice(1))
  })
})
