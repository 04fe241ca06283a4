import { z } from 'zod'

/** A token, without its secret. */
export const tokenObject = z.strictObject({
  token_id: z.int(),
  user_id: z.int(),
  kind: z.enum(['api', 'webhook', 'app']),
  name: z.string(),
  start: z.string(),
  scopes: z.array(z.string()).nullable(),
  read_only: z.boolean(),
  channel_ids: z.array(z.int()).nullable(),
  topic: z.string().nullable(),
  addresses: z.array(z.string()).nullable(),
  created_at: z.int(),
  expires_at: z.int().nullable(),
  last_used_at: z.int().nullable(),
})
export type TokenObject = z.output<typeof tokenObject>
