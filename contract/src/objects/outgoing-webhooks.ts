import { z } from 'zod'
import { messageObject } from './messages.ts'

/** Why an outgoing webhook bot is called. There are no others. */
export const webhookTriggers = ['direct_message', 'mention'] as const
export type WebhookTrigger = (typeof webhookTriggers)[number]

/** What is posted to the address of an outgoing webhook bot, as JSON. */
export const outgoingWebhook = z.strictObject({
  bot_email: z.string(),
  bot_full_name: z.string(),
  /** The message as it was written. */
  data: z.string(),
  trigger: z.enum(webhookTriggers),
  /** Fixed for the bot: whoever is called knows us by it. */
  token: z.string(),
  /** As GET /messages gives it without Markdown applied, and without flags. */
  message: messageObject,
})
export type OutgoingWebhook = z.output<typeof outgoingWebhook>

/** The same in the format of another product (interface 2), as a form. Only for messages in channels. */
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

/** What may be answered. An object without any of it is fine: the bot then says nothing. */
export const outgoingWebhookReply = z.looseObject({
  response_not_required: z.boolean().optional(),
  content: z.string().optional(),
  /** What hangs on the message, as JSON. Only together with `content`. */
  widget_content: z.string().optional(),
  /** An older name of `content`, which wins. */
  response_string: z.string().optional(),
  /** What `content` is called in the other format. */
  text: z.string().optional(),
})
