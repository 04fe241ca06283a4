import { apiError } from '@loquat/contract'
import type { Page } from '../../../pages/pages.ts'
import { readableRelation } from '../message-changes/access.ts'
import { messageHref } from '../messages/href.ts'
import { callPath } from './path.ts'
import { messageOfCall } from './store.ts'

/** The link in the text of a call's message, for clients without calls: leads to the message in the web app. */
const call: Page = {
  path: callPath(':id'),
  show: async ({ app, realm, user, path }) => {
    const id = /^\d{1,15}$/.test(path.id ?? '') ? Number(path.id) : 0
    if (user === undefined) return { goTo: `/login?next=${encodeURIComponent(callPath(id))}` }
    const { db } = app.database
    const messageId = await messageOfCall(db, realm.id, id)
    if (messageId === undefined) throw apiError('call-not-found')
    const { channelId, topic, userIds } = await readableRelation(db, realm, user, messageId)
    const { directory } = realm
    const channel = channelId === null ? undefined : directory.channels.get(channelId)
    const others = (userIds ?? []).filter((userId) => userId !== user.id)
    const people = (others.length === 0 ? [user.id] : others).flatMap(
      (userId) => directory.users.get(userId) ?? [],
    )
    return { goTo: messageHref(channel === undefined ? { others: people } : { channel, topic }, messageId) }
  },
}

export const callPages: Page[] = [call]
