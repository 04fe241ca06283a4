import type { MessageObject } from '@loquat/contract'
import { arrayIn, isRecord, textIn } from '../lib/json.ts'
import { parseJson } from '../lib/parse.ts'
import { type FoldedPoll, foldPoll } from './fold-poll.ts'
import { type FoldedTodo, foldTodo } from './fold-todo.ts'
import type { WidgetAction } from './widget-action.ts'

type Submessage = MessageObject['submessages'][number]

export interface Choices {
  kind: 'choices'
  heading: string
  /** Choosing one sends its reply. */
  choices: readonly { shortName: string; longName: string; reply: string }[]
}
export type Widget = FoldedPoll | FoldedTodo | Choices

/** The widget of a message (poll, to-do list or choices) with all submessages applied in the order of their IDs. */
export function foldWidget({
  sender_id,
  submessages,
}: Pick<MessageObject, 'sender_id' | 'submessages'>): Widget | undefined {
  const inOrder = submessages.filter((one) => one.msg_type === 'widget').sort((a, b) => a.id - b.id)
  const [first, ...rest] = inOrder
  const head = first === undefined ? undefined : parseJson(first.content)
  if (!isRecord(head)) return undefined
  const extra = isRecord(head.extra_data) ? head.extra_data : {}
  const actions = rest.flatMap(actionOf)
  switch (head.widget_type) {
    case 'poll':
      return foldPoll(sender_id, extra, actions)
    case 'todo':
      return foldTodo(sender_id, extra, actions)
    case 'zform':
      return choicesOf(extra)
    default:
      return undefined
  }
}

function actionOf({ sender_id, content }: Submessage): WidgetAction[] {
  const parsed = parseJson(content)
  return isRecord(parsed) ? [{ senderId: sender_id, content: parsed }] : []
}

function choicesOf(extra: Record<string, unknown>): Choices | undefined {
  if (extra.type !== 'choices') return undefined
  const choices = arrayIn(extra, 'choices')
    .filter(isRecord)
    .map((choice) => ({
      shortName: textIn(choice, 'short_name'),
      longName: textIn(choice, 'long_name'),
      reply: textIn(choice, 'reply'),
    }))
  return { kind: 'choices', heading: textIn(extra, 'heading'), choices }
}
