import { api } from '../session/api.ts'
import { attemptFor } from '../session/attempt.ts'

/** Renders a text on the server. */
export const renderText = (content: string, signal: AbortSignal) =>
  attemptFor(async () => (await api.renderMessage({ content }, { signal })).rendered)
