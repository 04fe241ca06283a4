import { api } from '../session/api.ts'
import { attemptFor } from '../session/attempt.ts'

/** What a text would look like as a message. */
export const renderText = (content: string, signal: AbortSignal) =>
  attemptFor(async () => (await api.renderMessage({ content }, { signal })).rendered)
