import type { Conversation } from '../navigation/conversation.ts'
import { api } from '../session/api.ts'
import { attempt } from '../session/attempt.ts'
import { showProblemToast } from '../shell/error-toasts.ts'
import type { Command } from './commands.ts'
import { clearCommand, compose, requestFocus, setText } from './compose.ts'
import { stopTyping } from './typing-status.ts'
import { wireRecipient } from './wire-recipient.ts'

/** Runs a command of a bot. If that fails, the text returns to the box. */
export async function sendCommand(
  { name, argument }: Command & { kind: 'unknown' },
  conversation: Conversation,
): Promise<void> {
  const { text } = compose()
  stopTyping()
  clearCommand()
  requestFocus('text')
  const problem = await attempt(() =>
    api.runBotCommand({
      name,
      arguments: argument,
      request_id: crypto.randomUUID(),
      ...wireRecipient(conversation),
    }),
  )
  if (!showProblemToast(problem) && compose().text === '') setText(text)
}
