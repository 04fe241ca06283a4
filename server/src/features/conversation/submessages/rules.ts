import { refuse } from '@loquat/contract'
import { z } from 'zod'

const number = z.int().min(0).max(1000)

/** What may be done to each widget. Only the form is checked; what it means is for clients. */
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

const forSender = new Set(['question', 'new_task_list_title'])

/** Of other widgets, what is hung on them is not looked into. */
const checkedWidget = z.object({ widget_type: z.enum(['poll', 'todo']) })

/** Whether content may be hung on a message whose widget is given, by its sender or by somebody else. */
export function assertFits(widget: string | undefined, content: string, bySender: boolean): void {
  const sent = parsed(content)
  const known = checkedWidget.safeParse(widget === undefined ? undefined : parsed(widget))
  if (!known.success) return
  const { widget_type } = known.data
  const action = actions[widget_type].safeParse(sent)
  if (!action.success) {
    const [issue] = action.error.issues
    const where = issue?.path.join('.') ?? ''
    throw refuse(
      'BadRequest',
      `content: this does not fit a ${widget_type}. ${where} ${issue?.message ?? ''}`,
    )
  }
  if (forSender.has(action.data.type) && !bySender) {
    throw refuse('BadRequest', `content: only who sent the ${widget_type} may change its title.`)
  }
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw refuse('BadRequest', 'content: this is not JSON.')
  }
}
