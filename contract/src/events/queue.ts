import { event } from '../event.ts'

export const heartbeat = event(
  'heartbeat',
  null,
  'Nothing happened for most of a minute. Its ID is the position up to which the queue was searched.',
  {},
)
