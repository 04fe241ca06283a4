import type { EventKey } from './all-events.ts'

export function eventKey(event: { type: string; op?: string | undefined }): EventKey {
  return (event.op === undefined ? event.type : `${event.type}:${event.op}`) as EventKey
}
