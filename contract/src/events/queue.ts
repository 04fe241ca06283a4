import { z } from 'zod'
import { event } from '../event.ts'

export const heartbeat = event(
  'heartbeat',
  null,
  'No event for most of a minute. Its ID is the position up to which the queue was searched.',
  {},
)

export const restart = event(
  'restart',
  null,
  'The server was restarted. The queue continues; the feature level may be higher.',
  {
    chat_version: z.string(),
    chat_merge_base: z.string(),
    chat_feature_level: z.int(),
    server_generation: z.int(),
  },
)

export const webReloadClient = event(
  'web_reload_client',
  null,
  'The server was restarted and may have a newer web app. Without `immediate`, clients can reload later.',
  { immediate: z.boolean() },
)
