import { File } from 'node:buffer'
import type { Reason } from '@loquat/contract'
import {
  addBot,
  createWorld,
  eventsDuring,
  expectEventsToReproduceState,
  type Person,
  withReason,
} from '@loquat/devkit'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { hugeGif, look, moving, picture } from '../../identity/pictures/testing/fixtures.ts'

describe('A custom emoji', () => {
  it('is scaled to 64 by 64 pixels, can be used, and is in everyone’s list', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const kinds = ['avif', 'gif', 'jpeg', 'png', 'webp'] as const
    for (const format of kinds) {
      const files = [await picture(`x.${format}`, { format, width: 30, height: 10 })]
      await carol.api.addCustomEmoji({ emoji_name: `${format}_1` }, { files })
    }
    const { emoji } = await dave.api.getCustomEmoji()
    expect(Object.values(emoji).map((one) => one.name)).toEqual(kinds.map((format) => `${format}_1`))
    for (const [id, one] of Object.entries(emoji)) {
      expect(one).toEqual({
        id,
        name: one.name,
        author_id: carol.id,
        deactivated: false,
        source_url: expect.stringMatching(/^\/user_avatars\/\d+\/emoji\/images\/[0-9a-f]{32}\.png$/),
        still_url: null,
      })
      const found = await look(world, one.source_url)
      expect(found, one.name).toMatchObject({ type: 'image/png', width: 64, height: 64 })
      // The image is padded above and below, not cropped.
      expect((await sharp(found.bytes).raw().toBuffer())[3], one.name).toBe(0)
    }
    expect((await dave.api.register({ fetch_event_types: ['realm_emoji'] })).realm_emoji).toEqual(emoji)
    const { rendered } = await dave.api.renderMessage({ content: ':png_1:' })
    expect(rendered).toContain(Object.values(emoji).find((one) => one.name === 'png_1')?.source_url)
  })

  it('can be animated, and then has a still image', async () => {
    const world = await createWorld()
    const { carol } = world
    for (const format of ['gif', 'webp'] as const) {
      await carol.api.addCustomEmoji(
        { emoji_name: `${format}_1` },
        { files: [await moving(`x.${format}`, format)] },
      )
      const { emoji } = await carol.api.getCustomEmoji()
      const { source_url, still_url } = Object.values(emoji).find((one) => one.name === `${format}_1`)!
      expect(source_url.endsWith(`.${format}`)).toBe(true)
      const found = await look(world, source_url)
      expect(found).toMatchObject({ type: `image/${format}`, format, width: 64, height: 64, pages: 3 })
      expect(still_url).toContain('/emoji/images/still/')
      expect(await look(world, still_url ?? '')).toMatchObject({ format: 'png', width: 64, height: 64 })
    }
    // The decoded size is limited, regardless of the file size.
    const files = [hugeGif(1, 1, 1_001)]
    await expect(carol.api.addCustomEmoji({ emoji_name: 'too_long' }, { files })).rejects.toMatchObject(
      withReason('picture-too-many-frames'),
    )
  })

  it('has a name of lowercase letters, digits, - and _, which is unique even with concurrent uploads', async () => {
    const world = await createWorld()
    const { carol } = world
    const add = async (emoji_name: string) =>
      await carol.api.addCustomEmoji({ emoji_name }, { files: [await picture('x.png')] })
    for (const bad of ['Plum', 'a/b', 'a.b', 'plum-', 'plum_', 'pflümli', '-', 'a:b']) {
      await expect(add(bad), bad).rejects.toMatchObject(withReason('custom-emoji-name-invalid'))
    }
    await expect(add(' ')).rejects.toMatchObject(withReason('custom-emoji-name-empty'))
    await expect(add('x'.repeat(101))).rejects.toMatchObject(withReason('custom-emoji-name-too-long'))
    const good = { ' a plum ': 'a_plum', '7-up': '7-up', _x: '_x' }
    for (const [sent, name] of Object.entries(good)) {
      await add(sent)
      const { emoji } = await carol.api.getCustomEmoji()
      expect(Object.values(emoji).at(-1)?.name, sent).toBe(name)
    }
    const files = [await picture('x.png')]
    const people = [world.alice, world.bob, carol, world.dave]
    const outcomes = await Promise.allSettled(
      people.map((person) => person.api.addCustomEmoji({ emoji_name: 'plum' }, { files })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { emoji } = await carol.api.getCustomEmoji()
    expect(Object.values(emoji).filter((one) => one.name === 'plum')).toHaveLength(1)
  })

  it('is rejected in this order: permission, name in use, one file, built-in name, size, image', async () => {
    const world = await createWorld()
    const { alice, bob, carol, greta } = world
    const bot = await addBot(world, carol)
    const good = await picture('x.png')
    const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'x.png')
    await carol.api.addCustomEmoji({ emoji_name: 'plum' }, { files: [good] })
    const { groups } = { groups: (await alice.api.getUserGroups({})).user_groups }
    const admins = groups.find((group) => group.name === 'role:administrators')?.id ?? 0

    const expectReason = async (person: Person, emoji_name: string, files: File[], reason: Reason) =>
      await expect(person.api.addCustomEmoji({ emoji_name }, { files })).rejects.toMatchObject(
        withReason(reason),
      )
    await expectReason(greta, 'Bad Name', [], 'caller-is-guest')
    await expectReason(bot, 'Bad Name', [], 'caller-is-bot')
    await expectReason(carol, 'plum', [], 'custom-emoji-name-taken')
    await expectReason(carol, 'tada', [], 'body-not-one-file')
    await expectReason(carol, 'tada', [good, good], 'body-not-one-file')
    await expectReason(carol, 'tada', [large], 'custom-emoji-name-built-in')
    await expectReason(carol, 'chat', [good], 'custom-emoji-name-built-in')
    await expectReason(bob, 'tada', [large], 'picture-file-too-large')
    await expectReason(carol, 'quince', [new File([good], 'x.tiff')], 'picture-type-unsupported')
    const tiff = await picture('x.png', { format: 'tiff' })
    await expectReason(carol, 'quince', [tiff], 'picture-type-unsupported')
    await expectReason(carol, 'quince', [new File(['x'], 'x.png')], 'picture-type-unsupported')
    await alice.api.updateRealm({ can_add_custom_emoji_group: { new: admins } })
    await expectReason(carol, 'plum', [], 'custom-emoji-creation-denied')
    await bob.api.addCustomEmoji({ emoji_name: 'tada' }, { files: [good] })
    const { emoji } = await alice.api.getCustomEmoji()
    expect(Object.values(emoji).map((one) => one.name)).toEqual(['plum', 'tada'])
  })

  it('can be deactivated by administrators and by the user who added it, stays where it was used, and frees its name', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const files = [await picture('x.png')]
    const add = () => carol.api.addCustomEmoji({ emoji_name: 'plum' }, { files })
    await add()
    const { id } = await carol.api.sendMessage({
      type: 'channel',
      to: 'general',
      topic: 't',
      content: ':plum:',
    })
    await dave.api.addReaction({ message_id: id, emoji_name: 'plum' })
    const [first] = Object.values((await carol.api.getCustomEmoji()).emoji)

    await expect(dave.api.removeCustomEmoji({ emoji_name: 'plum' })).rejects.toMatchObject(
      withReason('custom-emoji-removal-denied'),
    )
    for (const emoji_name of ['Plum', ' plum', 'nothing', 'tada']) {
      await expect(alice.api.removeCustomEmoji({ emoji_name }), emoji_name).rejects.toMatchObject(
        withReason('custom-emoji-not-found'),
      )
    }
    await expectEventsToReproduceState(dave, () => carol.api.removeCustomEmoji({ emoji_name: 'plum' }))
    expect((await carol.api.getCustomEmoji()).emoji).toEqual({ [first!.id]: { ...first, deactivated: true } })
    expect((await look(world, first!.source_url)).status).toBe(200)
    await carol.api.addReaction({
      message_id: id,
      emoji_name: 'plum',
      emoji_code: first!.id,
      reaction_type: 'realm_emoji',
    })

    await expectEventsToReproduceState(dave, add)
    const [, second] = Object.values((await carol.api.getCustomEmoji()).emoji)
    expect(second).toMatchObject({ name: 'plum', deactivated: false })
    expect(second?.id).not.toBe(first?.id)
    const events = await eventsDuring(dave, () => alice.api.removeCustomEmoji({ emoji_name: 'plum' }))
    const { emoji: realm_emoji } = await dave.api.getCustomEmoji()
    expect(events).toEqual([{ type: 'realm_emoji', op: 'update', realm_emoji, id: expect.any(Number) }])
  })
})
