import type { BookmarkObject } from '@loquat/contract'
import { api } from '../session/api.ts'
import { attempt } from '../session/attempt.ts'
import { usePinState } from './pin-state.ts'

interface BookmarkInput {
  title: string
  url: string
}

/** A web address without a scheme is meant as https. */
const withScheme = (url: string) =>
  /^[a-z][a-z\d+.-]*:|^\//i.test(url.trim()) ? url : `https://${url.trim()}`

export const addBookmark = (channelId: number, { title, url }: BookmarkInput) =>
  attempt(() => api.addBookmark({ stream_id: channelId, title, url: withScheme(url) }))

export const editBookmark = (id: number, { title, url }: BookmarkInput) =>
  attempt(() => api.editBookmark({ bookmark_id: id, title, url: withScheme(url) }))

export const removeBookmark = ({ bookmark_id }: BookmarkObject) =>
  attempt(() => api.removeBookmark({ bookmark_id }))

export const reorderBookmarks = (channelId: number, ids: readonly number[]) =>
  attempt(() => api.reorderBookmarks({ stream_id: channelId, bookmark_ids: [...ids] }))

/** Adds a removed bookmark again, at its place in the list. */
export const restoreBookmark = (channelId: number, { title, url }: BookmarkObject, index: number) =>
  attempt(async () => {
    const { bookmark_id } = await api.addBookmark({ stream_id: channelId, title, url })
    const ids = (usePinState.getState().bookmarks[channelId] ?? [])
      .map((one) => one.bookmark_id)
      .filter((id) => id !== bookmark_id)
    if (index < ids.length)
      await api.reorderBookmarks({ stream_id: channelId, bookmark_ids: ids.toSpliced(index, 0, bookmark_id) })
  })

const maxTitle = 100

export const addFileBookmark = (channelId: number, file: File) =>
  attempt(async () => {
    const { url } = await api.uploadFile({}, { files: [file] })
    await api.addBookmark({ stream_id: channelId, title: file.name.slice(0, maxTitle), url })
  })
