import { apiError } from '@loquat/contract'
import { z } from 'zod'
import { trim } from '../../../text.ts'

/**
 * The widget of a message that starts with /poll or /todo. The first submessage defines the widget; further
 * ones record user actions, which clients combine.
 */
export function widgetOf(content: string): string | null {
  const command = /^\/(poll|todo)(?=\s|$)/.exec(content)?.[1]
  if (command === undefined) return null
  const [first = '', ...rest] = content.split('\n')
  const title = trim(first.slice('/poll'.length))
  const lines = rest.map((line) => trim(line).replace(/^[-*]\s*/, '')).filter((line) => line !== '')
  return command === 'poll'
    ? JSON.stringify({ widget_type: 'poll', extra_data: { question: title, options: lines } })
    : JSON.stringify({
        widget_type: 'todo',
        extra_data: { task_list_title: title, tasks: lines.map(taskOf) },
      })
}

function taskOf(line: string): { task: string; desc: string } {
  const colon = line.indexOf(': ')
  if (colon < 0) return { task: line, desc: '' }
  return { task: trim(line.slice(0, colon)), desc: trim(line.slice(colon + 2)) }
}

const form = z.strictObject({
  widget_type: z.literal('zform'),
  extra_data: z.strictObject({
    type: z.literal('choices'),
    heading: z.string(),
    choices: z.array(
      z.strictObject({
        type: z.string().optional(),
        short_name: z.string(),
        long_name: z.string(),
        reply: z.string(),
      }),
    ),
  }),
})

/** Validates a custom widget: a form with choices, as sent by bots. */
export function formOf(widgetContent: string): string {
  let parsed: unknown
  try {
    parsed = JSON.parse(widgetContent)
  } catch {
    throw apiError('widget-not-json')
  }
  const checked = form.safeParse(parsed)
  if (checked.success) return JSON.stringify(checked.data)
  const [issue] = checked.error.issues
  throw apiError('widget-malformed', {
    path: issue?.path.join('.') ?? '',
    problem: issue?.message ?? 'is malformed',
  })
}
