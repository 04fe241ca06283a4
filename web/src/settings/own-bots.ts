import { api } from '../session/api.ts'
import { attempt, attemptFor } from '../session/attempt.ts'
import { withProofFor } from './proof.ts'

export interface NewBot {
  fullName: string
  shortName: string
  type: number
  /** URL of an outgoing webhook. */
  payloadUrl: string
}

export const createBot = ({ fullName, shortName, type, payloadUrl }: NewBot) =>
  attemptFor(() =>
    api.createBot({
      full_name: fullName,
      short_name: shortName,
      bot_type: type,
      ...(type === 3 ? { payload_url: payloadUrl } : {}),
    }),
  )

export const renameBot = (botId: number, fullName: string) =>
  attempt(() => api.updateBot({ bot_id: botId, full_name: fullName }))
export const regenerateBotKey = (botId: number) =>
  withProofFor(() => api.regenerateBotApiKey({ bot_id: botId }))
export const deactivateBot = (botId: number) => attempt(() => api.deactivateBot({ bot_id: botId }))
