import type { FieldValue } from '@loquat/contract'
import { api } from '../session/api.ts'
import { attempt, type Problem } from '../session/attempt.ts'

export interface ComponentUse {
  messageId: number
  componentId: string
  value?: string
  fields?: Readonly<Record<string, FieldValue>>
}

/** Sends a click, a choice or a form. The request has an ID, so that a repeated one does nothing. */
export function sendInteraction({
  messageId,
  componentId,
  value,
  fields,
}: ComponentUse): Promise<Problem | undefined> {
  return attempt(() =>
    api.interact({
      message_id: messageId,
      component_id: componentId,
      request_id: crypto.randomUUID(),
      ...(value === undefined ? {} : { value }),
      ...(fields === undefined ? {} : { fields: { ...fields } }),
    }),
  )
}
