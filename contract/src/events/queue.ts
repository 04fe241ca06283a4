import { z } from 'zod'
import { event } from '../event.ts'

export const heartbeat = event(
  'heartbeat',
  null,
  'Nothing happened for most of a minute. Its ID is the position up to which the queue was searched.',
  {},
)

export const restart = event(
  'restart',
  null,
  'The server was started anew. The queue goes on; what the server speaks may be newer.',
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
  'The server was started anew, and may have a newer web app. Without `immediate` there is no hurry.',
  { immediate: z.boolean() },
)
