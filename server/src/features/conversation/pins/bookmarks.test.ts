import { File } from 'node:buffer'
import { maxBookmarks } from '@loquat/contract'
import { eventsPerUser, type Person, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { archive } from '../../places/channels/testing/fixtures.ts'
import { withChannels } from '../message-changes/testing/fixtures.ts'

const plan = { title: 'Plan', url: 'https://example.com/plan' }
const titles = async ({ api }: Person, stream_id: number) =>
  (await api.getBookmarks({ stream_id })).bookmarks.map(({ title }) => title)
const upload = async ({ api }: Person) =>
  await api.uploadFile({}, { files: [new File(['plums'], 'plums.txt')] })

describe('Bookmarks of a channel', () => {
  it('are added, edited, ordered and removed, and published as a list', async () => {
    const { carol, dave, greta, general: stream_id } = await withChannels()
    const received = await eventsPerUser({ carol, greta }, () =>
      carol.api.addBookmark({ stream_id, ...plan }),
    )
    const bookmark = { ...plan, is_file: false, user_id: carol.id }
    expect(received.greta).toMatchObject([{ type: 'channel_bookmarks', stream_id, bookmarks: [bookmark] }])
    const [first] = (await dave.api.getBookmarks({ stream_id })).bookmarks
    const { bookmark_id: second } = await dave.api.addBookmark({
      stream_id,
      title: ' Prices ',
      url: ' http://example.com/?q=1#a ',
    })
    const bookmark_ids = [second, first?.bookmark_id ?? 0]
    await dave.api.reorderBookmarks({ stream_id, bookmark_ids })
    expect(await titles(greta, stream_id)).toEqual(['Prices', 'Plan'])
    await dave.api.editBookmark({ bookmark_id: second, title: 'Costs' })
    expect(await titles(greta, stream_id)).toEqual(['Costs', 'Plan'])
    await carol.api.removeBookmark({ bookmark_id: second })
    expect(await titles(greta, stream_id)).toEqual(['Plan'])
    await expect(carol.api.removeBookmark({ bookmark_id: second })).rejects.toMatchObject(
      withReason('bookmark-not-found'),
    )
  })

  it.each([
    ['an empty title', { title: ' ' }, 'bookmark-title-invalid'],
    ['a long title', { title: 'x'.repeat(101) }, 'bookmark-title-invalid'],
    ['a script', { url: 'javascript:alert(1)' }, 'bookmark-url-invalid'],
    ['no address', { url: 'plums' }, 'bookmark-url-invalid'],
    ['an unknown file', { url: '/user_uploads/2/ab/none.txt' }, 'bookmark-file-not-found'],
  ] as const)('reject %s', async (_, change, reason) => {
    const { carol, general: stream_id } = await withChannels()
    const add = carol.api.addBookmark({ stream_id, ...plan, ...change })
    await expect(add).rejects.toMatchObject({ reason })
    expect(await titles(carol, stream_id)).toEqual([])
  })

  it('give readers of the channel access to their file, and keep it', async () => {
    const world = await withChannels()
    const { carol, dave, den } = world
    const { url } = await upload(carol)
    const status = async (as: Person) => (await world.raw(url, { as })).status
    const { bookmark_id } = await carol.api.addBookmark({ stream_id: den, title: 'Plums', url })
    expect((await carol.api.getBookmarks({ stream_id: den })).bookmarks).toMatchObject([
      { url, is_file: true },
    ])
    expect(await status(dave)).not.toBe(200)
    // A file that somebody cannot open cannot become a bookmark of theirs.
    await expect(
      dave.api.addBookmark({ stream_id: world.general, title: 'Plums', url }),
    ).rejects.toMatchObject(withReason('bookmark-file-not-found'))
    await carol.api.subscribe({ subscriptions: [{ name: 'den' }], principals: [dave.id] })
    expect(await status(dave)).toBe(200)
    const { id } = await carol.api.sendMessage({
      type: 'channel',
      to: 'den',
      topic: 'a',
      content: `[plums](${url})`,
    })
    await world.alice.api.updateRealm({ message_content_delete_limit_seconds: 'unlimited' })
    await carol.api.deleteMessage({ message_id: id })
    expect(await status(dave)).toBe(200)
    await carol.api.removeBookmark({ bookmark_id })
    expect(await status(dave)).not.toBe(200)
  })

  it('belong to readers of the channel with the permission to pin, at most fifty', async () => {
    const world = await withChannels()
    const { carol, dave, greta, den, general, plaza } = world
    const { bookmark_id } = await carol.api.addBookmark({ stream_id: den, ...plan })
    const hidden = withReason('channel-not-found')
    await expect(dave.api.getBookmarks({ stream_id: den })).rejects.toMatchObject(hidden)
    await expect(dave.api.addBookmark({ stream_id: den, ...plan })).rejects.toMatchObject(hidden)
    await expect(dave.api.editBookmark({ bookmark_id, title: 'x' })).rejects.toMatchObject(
      withReason('bookmark-not-found'),
    )
    await expect(greta.api.addBookmark({ stream_id: general, ...plan })).rejects.toMatchObject(
      withReason('pin-denied'),
    )
    for (let n = 0; n < maxBookmarks; n++) await carol.api.addBookmark({ stream_id: plaza, ...plan })
    await expect(carol.api.addBookmark({ stream_id: plaza, ...plan })).rejects.toMatchObject(
      withReason('bookmark-limit-reached', { limit: maxBookmarks }),
    )
    await expect(
      carol.api.reorderBookmarks({ stream_id: plaza, bookmark_ids: [bookmark_id] }),
    ).rejects.toMatchObject(withReason('bookmark-order-invalid'))
    await archive(world, plaza)
    const { bookmarks } = await carol.api.getBookmarks({ stream_id: plaza })
    await expect(
      carol.api.removeBookmark({ bookmark_id: bookmarks[0]?.bookmark_id ?? 0 }),
    ).rejects.toMatchObject(withReason('pin-denied'))
  })
})
