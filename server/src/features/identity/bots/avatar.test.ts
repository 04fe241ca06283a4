import { createWorld, eventsPerUser, eventTypesOf, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { drawn } from '../../../platform/images.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'

describe('The picture of a bot', () => {
  it('is uploaded when the bot is created or changed', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const picture = new File([new Uint8Array(await drawn(svg, 9, 9))], 'bot.png')
    const words = new File(['plums'], 'bot.png')
    const wanted = { full_name: 'Painter', short_name: 'painter' }
    const badImage = withReason('picture-type-unsupported')
    const tooMany = withReason('bot-avatar-files-too-many')
    const received = await eventsPerUser({ alice, carol, dave }, async () => {
      const create = (files: File[]) => carol.api.createBot(wanted, { files })
      await expect(create([words])).rejects.toMatchObject(badImage)
      await expect(create([picture, picture])).rejects.toMatchObject(tooMany)
      const { avatar_url } = await create([picture])
      expect((await world.raw(avatar_url)).headers.get('content-type')).toBe('image/png')
    })
    expect(eventTypesOf(received.dave ?? [])).not.toContain('realm_user:update')
    const [bot] = (await carol.api.getBots()).bots
    const bot_id = bot?.user_id ?? 0

    const changed = await eventsPerUser({ alice, carol, dave }, async () => {
      const update = (files: File[]) => carol.api.updateBot({ bot_id, full_name: 'Drawer' }, { files })
      await expect(update([words])).rejects.toMatchObject(badImage)
      await expect(update([picture, picture])).rejects.toMatchObject(tooMany)
      await expect(dave.api.updateBot({ bot_id }, { files: [words] })).rejects.toMatchObject(
        withReason('bot-access-denied'),
      )
      expect((await update([picture])).avatar_url).not.toBe(bot?.avatar_url)
    })
    const own = ['realm_user:update', 'realm_bot:update']
    expect(eventTypesOf(changed.carol ?? [])).toEqual([...own, ...own])
    expect(changed.alice?.at(-1)).toMatchObject({ bot: { user_id: bot_id, avatar_url: expect.any(String) } })
    expect(eventTypesOf(changed.dave ?? [])).toEqual(['realm_user:update', 'realm_user:update'])
  })
})
