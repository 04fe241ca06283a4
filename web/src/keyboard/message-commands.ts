import { compose, openCompose, replyTo } from '../compose/compose.ts'
import { editLast, lastOwnMessage } from '../compose/edit-last.ts'
import { toRecipient } from '../compose/recipient.ts'
import { useSelection } from '../feed/selection.ts'
import type { MessageCommand } from '../messages/commands/message-command.ts'
import { messageCommands } from '../messages/commands/message-commands.ts'
import { isConversation } from '../navigation/narrow.ts'
import { denialTextId } from '../permissions/is-allowed.ts'
import { myId, org } from '../session/session.ts'
import type { Command } from './command.ts'
import { go, inFeed, pressInRow, shownFeed, takeMessage, targetMessage, viewAround } from './target.ts'

/** Whether a message command can run on the target message, or the text that says why not. */
function canRunOnTarget({ unavailable, permission }: MessageCommand): true | string {
  const message = targetMessage()
  if (message === undefined) return 'keyboard.needs.message'
  return unavailable?.(message, org()) ?? (permission && denialTextId(permission(message))) ?? true
}

function runOnTarget({ run }: MessageCommand): void {
  const view = shownFeed()
  const message = takeMessage()
  if (message !== undefined && view !== undefined) run(message, view)
}

/** In a conversation without a selection, replies to the conversation; otherwise to the target message. */
function reply(): void {
  const view = shownFeed()
  const { selected } = useSelection.getState()
  if (view !== undefined && isConversation(view) && selected === undefined) {
    openCompose({ to: toRecipient(view, myId()), focus: 'text' })
    return
  }
  const message = takeMessage()
  if (message !== undefined) replyTo(message)
}

/** Spectators cannot reply. For everyone else, the compose box says why a message cannot be sent. */
const canReply = () =>
  shownFeed() === undefined ? 'keyboard.needs.feed' : (denialTextId({ kind: 'mark' }) ?? true)

/** Replies work without a target message. */
const overrides: Readonly<Record<string, Pick<Command, 'can' | 'run'>>> = {
  reply: { can: canReply, run: reply },
}

/** The message commands of one help group, as keyboard commands. */
export const keyCommands = (group: 'go' | 'message'): Command[] =>
  messageCommands
    .filter((command) => (command.group ?? 'message') === group)
    .flatMap((command) => [
      {
        id: command.id,
        group,
        keys: command.keys === undefined ? [] : [command.keys],
        scope: 'app' as const,
        can: () => canRunOnTarget(command),
        run: () => runOnTarget(command),
        ...overrides[command.id],
      },
      ...(keyboardOnly[command.id] ?? []),
    ])

/** In search results, opens the message in its conversation; elsewhere, replies. */
function enter(): void {
  const message = takeMessage()
  if (shownFeed()?.kind === 'search' && message !== undefined) go({ ...viewAround(message), at: message.id })
  else reply()
}

/** Keyboard-only commands, listed in the help after the command they belong to. */
const keyboardOnly: Readonly<Record<string, readonly Command[]>> = {
  reply: [{ id: 'enter', group: 'message', keys: ['Enter'], scope: 'app', can: inFeed, run: enter }],
  edit: [
    {
      id: 'editLast',
      group: 'message',
      keys: ['Left'],
      scope: 'app',
      can: () => {
        const message = lastOwnMessage()
        if (message === undefined || compose().text !== '') return 'keyboard.needs.ownMessage'
        return denialTextId({ kind: 'edit', message }) ?? true
      },
      run: () => {
        editLast()
      },
    },
  ],
  sender: [
    {
      id: 'menu',
      group: 'message',
      keys: ['I'],
      scope: 'app',
      can: () => (targetMessage() === undefined ? 'keyboard.needs.message' : true),
      run: () => {
        const message = takeMessage()
        if (message !== undefined) pressInRow(message.id, '[data-menu]')
      },
    },
  ],
}
