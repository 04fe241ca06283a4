import { z } from 'zod'

/** An app of a third party, as administrators see it. */
export const appObject = z.strictObject({
  app_id: z.int(),
  client_id: z.string(),
  name: z.string(),
  description: z.string(),
  homepage_url: z.string(),
  logo_url: z.string(),
  redirect_uris: z.array(z.string()),
  scopes: z.array(z.string()),
  is_confidential: z.boolean(),
  registered_itself: z.boolean(),
  creator_id: z.int().nullable(),
  created_at: z.int(),
  people: z.int(),
})
export type AppObject = z.output<typeof appObject>

/** An app that a person allowed to use their account. */
export const connectedAppObject = z.strictObject({
  app_id: z.int(),
  name: z.string(),
  description: z.string(),
  homepage_url: z.string(),
  logo_url: z.string(),
  registered_itself: z.boolean(),
  scopes: z.array(z.string()),
  channel_ids: z.array(z.int()).nullable(),
  connected_at: z.int(),
  last_used_at: z.int().nullable(),
})
export type ConnectedAppObject = z.output<typeof connectedAppObject>
