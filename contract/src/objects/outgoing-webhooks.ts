import { z } from 'zod'
import { messageObject } from './messages.ts'

/** The only reasons for calling an outgoing webhook bot. */
export const webhookTriggers = ['direct_message', 'mention'] as const
export type WebhookTrigger = (typeof webhookTriggers)[number]

/** The JSON payload posted to an outgoing webhook bot. */
export const outgoingWebhook = z.strictObject({
  bot_email: z.string(),
  bot_full_name: z.string(),
  /** The message as Markdown. */
  data: z.string(),
  trigger: z.enum(webhookTriggers),
  /** Fixed for the bot; the recipient authenticates the server with it. */
  token: z.string(),
  /** Same as in GET /messages with `apply_markdown=false`, without flags. */
  message: messageObject,
})
export type OutgoingWebhook = z.output<typeof outgoingWebhook>

/** The payload in the other format (interface 2), sent as a form. Only for channel messages. */
export const outgoingWebhookForm = z.strictObject({
  token: z.string(),
  team_id: z.string(),
  team_domain: z.string(),
  channel_id: z.string(),
  channel_name: z.string(),
  thread_ts: z.string(),
  timestamp: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  text: z.string(),
  trigger_word: z.enum(webhookTriggers),
  service_id: z.string(),
})
export type OutgoingWebhookForm = z.output<typeof outgoingWebhookForm>

/** The response of an outgoing webhook. All fields are optional; without any, the bot posts nothing. */
export const outgoingWebhookReply = z.looseObject({
  response_not_required: z.boolean().optional(),
  content: z.string().optional(),
  /** The widget of the message, as JSON. Only together with `content`. */
  widget_content: z.string().optional(),
  /** Legacy name of `content`, which takes precedence. */
  response_string: z.string().optional(),
  /** Name of `content` in the other format. */
  text: z.string().optional(),
})
