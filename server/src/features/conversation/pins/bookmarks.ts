import { apiError, type BookmarkObject, maxBookmarks, maxBookmarkTitle } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Channel, User } from '../../../directory/directory.ts'
import { canReadChannel } from '../../../directory/permissions.ts'
import { audienceOf } from '../../../events/audience.ts'
import type { Tx } from '../../../events/transaction.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { fetchableAmong } from '../uploads/access.ts'
import { lockAttachments } from '../uploads/store.ts'
import { assertMayPin, readableChannel } from './actions.ts'
import * as store from './bookmark-store.ts'

interface BookmarkInput {
  title: string
  url: string
}

export async function listBookmarks(
  app: App,
  realm: Realm,
  user: User,
  channelId: number,
): Promise<BookmarkObject[]> {
  await realm.decideFresh(() => readableChannel(realm.directory, user, channelId))
  return (await store.bookmarksOf(app.database.db, channelId)).map(presentBookmark)
}

const presentBookmark = (row: store.BookmarkRow): BookmarkObject => ({
  bookmark_id: row.id,
  title: row.title,
  url: row.url,
  is_file: row.url.startsWith(uploadPrefix),
  user_id: row.created_by,
  timestamp: toSeconds(row.created_at.getTime()),
})

export async function addBookmark(
  app: App,
  realm: Realm,
  user: User,
  channelId: number,
  input: BookmarkInput,
): Promise<number> {
  return await realm.transactExclusively(async (tx) => {
    const channel = readableChannel(realm.directory, user, channelId)
    assertMayPin(realm.directory, user, channelId)
    const fields = {
      title: checkedTitle(input.title),
      ...(await checkedUrl(app, tx, realm, user, input.url)),
    }
    if ((await store.bookmarksOf(tx.db, channelId)).length >= maxBookmarks) {
      throw apiError('bookmark-limit-reached', { limit: maxBookmarks })
    }
    const created_at = new Date(app.clock.now())
    const id = await store.insertBookmark(tx, {
      ...fields,
      channel_id: channelId,
      created_by: user.id,
      created_at,
    })
    await publishBookmarks(tx, realm, channel)
    return id
  })
}

export async function editBookmark(
  app: App,
  realm: Realm,
  user: User,
  id: number,
  { title, url }: { title: string | undefined; url: string | undefined },
): Promise<void> {
  await changeBookmark(realm, user, id, async (tx, before) => {
    const fields = {
      ...(title === undefined ? {} : { title: checkedTitle(title) }),
      ...(url === undefined || url === before.url ? {} : await checkedUrl(app, tx, realm, user, url)),
    }
    if (Object.keys(fields).length > 0) await store.updateBookmark(tx, id, fields)
  })
}

export async function removeBookmark(realm: Realm, user: User, id: number): Promise<void> {
  await changeBookmark(realm, user, id, (tx) => store.deleteBookmark(tx, id))
}

/** The same error for missing bookmarks and those of hidden channels. */
async function changeBookmark(
  realm: Realm,
  user: User,
  id: number,
  change: (tx: Tx, before: store.BookmarkRow) => Promise<void>,
): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const before = await store.findBookmark(tx.db, id)
    const channel = before && realm.directory.channels.get(before.channel_id)
    if (before === undefined || channel === undefined || !canReadChannel(realm.directory, user, channel)) {
      throw apiError('bookmark-not-found')
    }
    assertMayPin(realm.directory, user, channel.id)
    await change(tx, before)
    await publishBookmarks(tx, realm, channel)
  })
}

export async function reorderBookmarks(
  realm: Realm,
  user: User,
  channelId: number,
  ids: readonly number[],
): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const channel = readableChannel(realm.directory, user, channelId)
    assertMayPin(realm.directory, user, channelId)
    const before = await store.bookmarksOf(tx.db, channelId)
    const given = new Set(ids)
    if (
      given.size !== ids.length ||
      ids.length !== before.length ||
      !before.every(({ id }) => given.has(id))
    ) {
      throw apiError('bookmark-order-invalid')
    }
    await store.setOrder(tx, ids)
    await publishBookmarks(tx, realm, channel)
  })
}

function checkedTitle(sent: string): string {
  const title = sent.trim()
  if (title === '' || title.length > maxBookmarkTitle || /\p{Cc}/u.test(title)) {
    throw apiError('bookmark-title-invalid', { limit: maxBookmarkTitle })
  }
  return title
}

const uploadPrefix = '/user_uploads/'

/** A web address, or a file that the user can open. */
async function checkedUrl(app: App, tx: Tx, realm: Realm, user: User, sent: string) {
  const url = sent.trim()
  const path = uploadPath(realm, url)
  if (path !== undefined) {
    const [file] = await fetchableAmong(app, realm, user, [path])
    const [locked] = file === undefined ? [] : await lockAttachments(tx, [file.id])
    if (locked === undefined) throw apiError('bookmark-file-not-found')
    return { url: `${uploadPrefix}${path}`, attachment_id: locked.id }
  }
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url) || /[\p{Cc}\s]/u.test(url)) {
    throw apiError('bookmark-url-invalid')
  }
  return { url, attachment_id: null }
}

/** The path of an uploaded file of this organization, by its relative or absolute URL. */
function uploadPath({ directory }: Realm, url: string): string | undefined {
  const relative = url.startsWith(`${directory.url}${uploadPrefix}`) ? url.slice(directory.url.length) : url
  return relative.startsWith(uploadPrefix) ? relative.slice(uploadPrefix.length) : undefined
}

/** Publishes the whole list, which is short, to everyone who can read the channel. */
async function publishBookmarks(tx: Tx, { directory }: Realm, channel: Channel): Promise<void> {
  const bookmarks = (await store.bookmarksOf(tx.db, channel.id)).map(presentBookmark)
  const readers = [...directory.activeUsers()].filter((user) => canReadChannel(directory, user, channel))
  tx.publish(
    { type: 'channel_bookmarks', stream_id: channel.id, bookmarks },
    audienceOf(
      directory,
      readers.map(({ id }) => id),
    ),
  )
}
