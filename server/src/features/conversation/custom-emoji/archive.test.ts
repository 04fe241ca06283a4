import { File } from 'node:buffer'
import { createWorld, eventsDuring, type Person, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { moving, picture } from '../../identity/pictures/testing/fixtures.ts'
import { zipOf } from './testing/zip-of.ts'

const upload = async ({ api }: Person, bytes: Buffer<ArrayBuffer>) =>
  (await api.addEmojiArchive({}, { files: [new File([bytes], 'emoji.zip') as unknown as Blob] })).results
const png = async (color: `#${string}` = '#3b7d4f') =>
  Buffer.from(await (await picture('x.png', { color })).arrayBuffer())
const names = async ({ api }: Person) =>
  Object.values((await api.getCustomEmoji()).emoji).map(({ name, still_url }) => [name, still_url !== null])

describe('An archive of custom emoji', () => {
  it('adds every picture under the name of its file in one event, and says why the others are not added', async () => {
    const { carol } = await createWorld()
    const plum = await png()
    await carol.api.addCustomEmoji({ emoji_name: 'fig' }, { files: [await picture('fig.png')] })
    const files = {
      'fruit/Ripe Plum!.png': plum,
      'fruit/Käse.png': plum,
      'ripe_plum.PNG': plum,
      'dance.gif': Buffer.from(await (await moving('x.gif', 'gif')).arrayBuffer()),
      'fig.png': plum,
      'tada.png': plum,
      '!!.png': plum,
      'text.png': Buffer.from('not a picture'),
      'large.png': Buffer.alloc(5 * 1_048_576 + 1),
      [`${'x'.repeat(101)}.png`]: plum,
      'readme.txt': Buffer.from('hello'),
      '__MACOSX/fruit/._plum.png': plum,
      '.hidden.png': plum,
    }
    let results: Awaited<ReturnType<typeof upload>> = []
    const events = await eventsDuring(carol, async () => {
      results = await upload(carol, await zipOf(files))
    })
    expect(
      results.map((one) => [one.file_name.slice(0, 15), one.emoji_name?.slice(0, 9), one.reason]),
    ).toEqual([
      ['Ripe Plum!.png', 'ripe_plum', null],
      ['Käse.png', 'kase', null],
      ['ripe_plum.PNG', 'ripe_plum', 'custom-emoji-name-taken'],
      ['dance.gif', 'dance', null],
      ['fig.png', 'fig', 'custom-emoji-name-taken'],
      ['tada.png', 'tada', 'custom-emoji-name-built-in'],
      ['!!.png', undefined, 'custom-emoji-name-invalid'],
      ['text.png', 'text', 'picture-type-unsupported'],
      ['large.png', 'large', 'picture-file-too-large'],
      ['xxxxxxxxxxxxxxx', undefined, 'custom-emoji-name-too-long'],
    ])
    expect(results[8]?.reason_params).toEqual({ max: 5 })
    expect(events.map(({ type }) => type)).toEqual(['realm_emoji'])
    expect(await names(carol)).toEqual([
      ['fig', false],
      ['ripe_plum', false],
      ['kase', false],
      ['dance', true],
    ])
  })

  it('is refused if it is no archive, has no pictures or too many files, is too large, or lies about its sizes', async () => {
    const { alice, carol, dave } = await createWorld()
    const plum = await png()
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`e${n}.png`, Buffer.from('x')]))
    for (const [bytes, reason] of [
      [Buffer.from('PK no archive'), 'emoji-archive-unreadable'],
      [(await zipOf({ 'plum.png': plum })).subarray(0, 60), 'emoji-archive-unreadable'],
      [await zipOf({ 'a.txt': Buffer.from('a') }), 'emoji-archive-empty'],
      [await zipOf(many(201)), 'emoji-archive-too-many'],
      [Buffer.alloc(10 * 1_048_576 + 1), 'emoji-archive-too-large'],
    ] as const)
      await expect(upload(carol, Buffer.from(bytes))).rejects.toMatchObject(withReason(reason))

    // Claims ten bytes of what unpacks to four million.
    const bomb = await zipOf({ 'pit.png': Buffer.alloc(4_000_000) })
    for (let at = 0; at < bomb.length - 4; at++)
      if (bomb.readUInt32LE(at) === 4_000_000) bomb.writeUInt32LE(10, at)
    expect(await upload(carol, bomb)).toMatchObject([{ reason: 'emoji-archive-entry-unreadable' }])

    await alice.api.updateRealm({ can_add_custom_emoji_group: { new: await ownersGroup(alice) } })
    await expect(upload(dave, await zipOf({ 'plum.png': plum }))).rejects.toMatchObject(
      withReason('custom-emoji-creation-denied'),
    )
    expect(await names(carol)).toEqual([])
  })
})

const ownersGroup = async ({ api }: Person): Promise<number> => {
  const { user_groups } = await api.getUserGroups()
  return user_groups.find(({ name }) => name === 'role:owners')?.id ?? 0
}
