import { api } from '../session/api.ts'
import { useResource } from '../session/resource.ts'

export const useReceipts = (messageId: number) =>
  useResource(`receipts:${messageId}`, async (signal) => {
    const { user_ids: readers } = await api.getReadReceipts({ message_id: messageId }, { signal })
    return readers
  })

export const useHistory = (messageId: number) =>
  useResource(`history:${messageId}`, async (signal) => {
    const { message_history: history } = await api.getMessageHistory(
      { message_id: messageId, allow_empty_topic_name: true },
      { signal },
    )
    return history
  })
