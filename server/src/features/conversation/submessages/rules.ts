import { apiError } from '@loquat/contract'
import { z } from 'zod'

const number = z.int().min(0).max(1000)

/** Actions of each widget. Only the form is validated; clients interpret the content. */
const actions = {
  poll: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('vote'), key: z.string(), vote: z.literal([1, -1]) }),
    z.strictObject({ type: z.literal('new_option'), option: z.string(), idx: number }),
    z.strictObject({ type: z.literal('question'), question: z.string() }),
  ]),
  todo: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('new_task'),
      key: number,
      task: z.string(),
      desc: z.string(),
      completed: z.boolean(),
    }),
    z.strictObject({ type: z.literal('strike'), key: z.string() }),
    z.strictObject({ type: z.literal('new_task_list_title'), title: z.string() }),
  ]),
}

const senderOnlyActions = new Set(['question', 'new_task_list_title'])

/** Data of other widgets is not validated. */
const checkedWidget = z.object({ widget_type: z.enum(['poll', 'todo']) })

/** Validates a submessage for a message's widget, sent by the message's sender or someone else. */
export function assertFitsWidget(widget: string | undefined, content: string, bySender: boolean): void {
  const sent = parseJson(content)
  const parsedWidget = checkedWidget.safeParse(widget === undefined ? undefined : parseJson(widget))
  if (!parsedWidget.success) return
  const { widget_type } = parsedWidget.data
  const action = actions[widget_type].safeParse(sent)
  if (!action.success) {
    const [issue] = action.error.issues
    throw apiError('submessage-malformed', {
      widget: widget_type,
      path: issue?.path.join('.') ?? '',
      problem: issue?.message ?? '',
    })
  }
  if (senderOnlyActions.has(action.data.type) && !bySender) {
    throw apiError('submessage-title-denied', { widget: widget_type })
  }
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw apiError('submessage-not-json')
  }
}
