import { z } from 'zod'

/**
 * The URL of an outgoing webhook bot, its payload format (1 native, 2 that of another product), and its fixed token.
 */
export const botServiceObject = z.strictObject({
  base_url: z.string(),
  interface: z.int(),
  token: z.string(),
})
export type BotServiceObject = z.output<typeof botServiceObject>

/** Channel names, or null. */
export const botDefaults = {
  default_sending_stream: z.string().nullable(),
  default_events_register_stream: z.string().nullable(),
  default_all_public_streams: z.boolean(),
}

/** A bot as its owner and administrators see it. */
export const botObject = z.strictObject({
  user_id: z.int(),
  email: z.string(),
  full_name: z.string(),
  bot_type: z.int(),
  is_active: z.boolean(),
  owner_id: z.int().nullable(),
  api_key: z.string(),
  avatar_url: z.string(),
  ...botDefaults,
  services: z.array(botServiceObject),
})
export type BotObject = z.output<typeof botObject>

/** The properties of a bot that can change, with the ID of the bot. */
export const botChange = botObject.omit({ email: true, bot_type: true }).partial().required({ user_id: true })
export type BotChange = z.output<typeof botChange>

/** A third-party service that posts through an incoming webhook bot. */
export const integrationObject = z.strictObject({
  name: z.string(),
  display_name: z.string(),
  /** Heading and description in a directory of integrations. */
  category: z.string(),
  description: z.string(),
  all_event_types: z.array(z.string()).nullable(),
  config_options: z.array(z.strictObject({ key: z.string(), label: z.string(), validator: z.string() })),
})
export type IntegrationObject = z.output<typeof integrationObject>
