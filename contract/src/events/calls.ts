import { z } from 'zod'
import { event } from '../event.ts'
import { callObject } from '../objects/calls.ts'

export const zoomTokenChanged = event(
  'has_zoom_token',
  null,
  'The recipient connected or disconnected Zoom, or has to connect it again.',
  { value: z.boolean() },
)

/** These events go to clients with the capability `calls`. */

export const callChanged = event(
  'call',
  null,
  'A call began, ended, or has other participants. Contains the whole call; `ended_timestamp` is null while it is in progress.',
  { call: callObject },
)
export const callSignaled = event(
  'call_signal',
  null,
  'Another participant of a call sent a signal to the device with this queue: a session description or ICE candidates.',
  {
    call_id: z.int(),
    participant_id: z.int(),
    to_participant_id: z.int(),
    queue_id: z.string().optional(),
    data: z.string(),
  },
)
