import type { App } from '../../../app.ts'
import type { Directory } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { showsImage } from '../../../markdown/previews/thumbnails.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { isMeMessage } from '../messages/content.ts'
import { flagGroupsOf, receiversInChannel } from './receivers.ts'
import { holdersOf, type StoredMessage, updateHtml } from './store.ts'

/**
 * Replaces a message's HTML without changing its text, and publishes it. Not an edit: adds no history entry.
 * Requires an exclusive transaction with the message locked.
 */
export async function replaceHtml(
  app: App,
  tx: Tx,
  directory: Directory,
  message: StoredMessage,
  html: string,
): Promise<void> {
  await updateHtml(tx, message.id, html, showsImage(html))
  await publishRendering(app, tx, directory, message, html)
}

/** Publishes the content and HTML of a message that changed otherwise than by an edit. */
export async function publishRendering(
  app: App,
  tx: Tx,
  directory: Directory,
  message: StoredMessage,
  html: string,
): Promise<void> {
  const { id, channelId, content } = message
  const channel = channelId === null ? undefined : directory.channels.get(channelId)
  const receivers =
    channel === undefined
      ? (message.userIds ?? [])
      : [...receiversInChannel(directory, channel, [id], await holdersOf(tx.db, [id]))]
  tx.publish(
    {
      type: 'update_message',
      user_id: null,
      rendering_only: true,
      message_id: id,
      message_ids: [id],
      flags: await flagGroupsOf(tx.db, id, receivers),
      edit_timestamp: toSeconds(app.clock.now()),
      ...(channel === undefined ? {} : { stream_id: channel.id, stream_name: channel.name }),
      content,
      rendered_content: html,
      // A terminal client fails without this property.
      is_me_message: isMeMessage(content),
    },
    { users: receivers },
  )
}
