import { apiError, areas, WireError } from '@loquat/contract'
import { isSpectator } from '../../../directory/spectator.ts'
import { implement } from '../../../http/implement.ts'
import { heavyRead } from '../../../http/request/heavy-read.ts'
import { deleteMessage, deleteTopic } from './delete.ts'
import { updateMessage } from './edit.ts'
import { fetchOne } from './get-message.ts'
import { messageHistory } from './history.ts'
import { importedMessageId } from './store.ts'

/** No message has this ID. */
const notAMessage = 0

export const messageChangeRoutes = implement(areas.messageChanges, {
  updateMessage: async ({ app, realm, user, path, params }) => {
    return { detached_uploads: await updateMessage(app, realm, user, path.message_id, params) }
  },

  deleteMessage: async ({ app, realm, user, path }) => {
    await deleteMessage(app, realm, user, path.message_id)
    return {}
  },

  deleteTopic: async ({ app, realm, user, path, params }) => ({
    complete: await deleteTopic(app, realm, user, path.stream_id, params.topic_name),
  }),

  getMessage: async ({ app, realm, user, path, params }) => {
    try {
      const id = params.by_imported_id
        ? await importedMessageId(app.database.db, realm.id, path.message_id)
        : path.message_id
      return await fetchOne(realm, id ?? notAMessage, {
        viewer: user,
        applyMarkdown: params.apply_markdown,
        externalAvatar: true,
        emptyTopicAllowed: params.allow_empty_topic_name,
      })
    } catch (error) {
      // For spectators, all errors look the same, so that they cannot probe for messages.
      if (isSpectator(user) && error instanceof WireError) throw apiError('message-read-denied')
      throw error
    }
  },

  getMessageHistory: heavyRead(async ({ realm, user, path, params }) => ({
    message_history: await messageHistory(realm, user, path.message_id, params.allow_empty_topic_name),
  })),
})
