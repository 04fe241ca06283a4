import { z } from 'zod'
import { list, longText, record, string } from '../bounds.ts'
import { componentLimits } from './component-limits.ts'
import { componentList } from './components.ts'

/** Bounds of slash commands. */
export const commandLimits = {
  perBot: 25,
  perOrganization: 200,
  nameLength: 32,
  descriptionLength: 100,
  usageLength: 100,
  argumentsLength: 4_000,
} as const

/** Commands of the server and of the web app, which bots cannot register. */
export const reservedCommands = [
  'me',
  'poll',
  'todo',
  'follow',
  'mute',
  'resolve',
  'remind',
  'dnd',
  'light',
  'dark',
] as const

const commandName = string(commandLimits.nameLength).regex(
  /^[a-z][a-z0-9_-]*$/,
  'must begin with a lowercase letter and consist of lowercase letters, digits, - and _',
)

export const botCommandInput = z.strictObject({
  name: commandName,
  description: string(commandLimits.descriptionLength),
  usage: string(commandLimits.usageLength).default(''),
})
export type BotCommandInput = z.output<typeof botCommandInput>
export const botCommandList = list(botCommandInput, commandLimits.perBot)

export const botCommandObject = z.strictObject({
  name: z.string(),
  description: z.string(),
  usage: z.string(),
  bot_id: z.int(),
})
export type BotCommandObject = z.output<typeof botCommandObject>

/** Values of a form, by the ID of the field. */
export const fieldValues = record(
  z.union([string(componentLimits.fieldLength * 2), z.boolean()]),
  componentLimits.fields,
  string(componentLimits.idLength),
)

/** Where an interaction happened, as far as the bot can see it. */
const place = {
  stream_id: z.int().optional(),
  topic: z.string().optional(),
  user_ids: z.array(z.int()).optional(),
}

/** A click, a choice, a submitted form, or a command that a user ran. */
export const interactionObject = z.strictObject({
  interaction_id: z.int(),
  kind: z.enum(['action', 'command']),
  user_id: z.int(),
  timestamp: z.int(),
  ...place,
  message_id: z.int().optional(),
  component_id: z.string().optional(),
  value: z.string().optional(),
  fields: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
  command: z.string().optional(),
  arguments: z.string().optional(),
  response_url: z.string(),
})
export type InteractionObject = z.output<typeof interactionObject>

/** How often and how long a bot can use the `response_url` of an interaction. */
export const responseLimits = { count: 5, seconds: 1_800 } as const

/** Seconds for which clients show an ephemeral message. */
export const ephemeralSeconds = 3_600

export const ephemeralMessageObject = z.strictObject({
  ephemeral_id: z.int(),
  sender_id: z.int(),
  ...place,
  message_id: z.int().optional(),
  content: z.string(),
  rendered_content: z.string(),
  timestamp: z.int(),
  expires_timestamp: z.int(),
})
export type EphemeralMessageObject = z.output<typeof ephemeralMessageObject>

/** A response of a bot, posted to a `response_url` or returned from a webhook call. Other fields of Slack's format are ignored. */
export const interactionResponse = z.object({
  text: longText.optional(),
  /** Name of `text` in replies of outgoing webhooks. */
  content: longText.optional(),
  response_type: z.enum(['ephemeral', 'in_channel']).optional(),
  replace_original: z.boolean().optional(),
  delete_original: z.boolean().optional(),
  components: componentList.optional(),
})
export type InteractionResponse = z.output<typeof interactionResponse>

/** The JSON payload posted to an outgoing webhook bot for an interaction. */
export const outgoingInteraction = z.strictObject({
  bot_email: z.string(),
  bot_full_name: z.string(),
  trigger: z.literal('interaction'),
  token: z.string(),
  interaction: interactionObject,
})
export type OutgoingInteraction = z.output<typeof outgoingInteraction>
