import { arrayIn, indexIn, isRecord, textIn } from '../lib/json.ts'
import type { WidgetAction } from './widget-action.ts'

export interface TodoTask {
  /** By protocol: `{i},canned` for tasks of the message, `{idx},{sender}` for added ones. */
  key: string
  task: string
  description: string
  isDone: boolean
}
export interface FoldedTodo {
  kind: 'todo'
  title: string
  tasks: readonly TodoTask[]
}

export function foldTodo(
  senderId: number,
  extra: Record<string, unknown>,
  actions: readonly WidgetAction[],
): FoldedTodo {
  let title = textIn(extra, 'task_list_title')
  const tasks: TodoTask[] = []
  // Duplicate texts or keys are ignored.
  const add = (task: TodoTask) => {
    if (!tasks.some((one) => one.key === task.key || one.task === task.task)) tasks.push(task)
  }
  arrayIn(extra, 'tasks').forEach((task, index) => {
    if (!isRecord(task)) return
    const description = textIn(task, 'desc')
    add({ key: `${index},canned`, task: textIn(task, 'task'), description, isDone: false })
  })
  for (const action of actions) {
    const { content } = action
    if (content.type === 'new_task_list_title' && action.senderId === senderId)
      title = textIn(content, 'title')
    const index = indexIn(content, 'key')
    if (content.type === 'new_task' && index !== undefined) {
      add({
        key: `${index},${action.senderId}`,
        task: textIn(content, 'task'),
        description: textIn(content, 'desc'),
        isDone: content.completed === true,
      })
    }
    const struck = tasks.findIndex((one) => one.key === content.key)
    const task = tasks[struck]
    if (content.type === 'strike' && task !== undefined) tasks[struck] = { ...task, isDone: !task.isDone }
  }
  return { kind: 'todo', title, tasks }
}

/** The action that adds a task; undefined if it exists. */
export function newTask({ tasks }: FoldedTodo, me: number, text: string, description: string) {
  const task = text.trim()
  if (task === '' || tasks.some((one) => one.task === task)) return undefined
  const mine = tasks.flatMap(({ key }) => {
    const [index, sender] = key.split(',')
    return sender === String(me) ? [Number(index)] : []
  })
  const key = 1 + Math.max(-1, ...mine)
  return { type: 'new_task' as const, key, task, desc: description.trim(), completed: false }
}
