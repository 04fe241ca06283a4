import { z } from 'zod'
import { longText, maxDirectRecipients, shortText, string } from '../bounds.ts'
import { endpoint, publicBodyLimit } from '../endpoint.ts'
import { given, sample } from '../example.ts'
import { componentLimits } from '../objects/component-limits.ts'
import { componentList } from '../objects/components.ts'
import { botCommandList, botCommandObject, commandLimits, fieldValues } from '../objects/interactions.ts'
import { json, jsonOrText, text } from '../param.ts'
import { editReasons, sendReasons } from '../reasons/messages.ts'

/** Enough for `maxDirectRecipients` addresses. */
const maxRecipientsLength = maxDirectRecipients * 100
const destination = {
  type: text(z.enum(['direct', 'private', 'channel', 'stream'])),
  to: jsonOrText(z.unknown(), { maxLength: maxRecipientsLength }),
  topic: text(shortText.optional()),
}

export const updateComponents = endpoint({
  route: 'PUT /messages/{message_id}/components',
  summary: 'Update the components of a message',
  notes:
    'Bots use this to replace the buttons and menus of a message that they sent: to disable them after use, or to remove ' +
    'them with an empty list. The text stays; change it with `PATCH /messages/{message_id}`. Clients receive a ' +
    '`submessage` event of the type `components`, which replaces the earlier one. This is an extension of Loquat.',
  auth: 'user',
  path: { message_id: 'int' },
  params: { components: json(componentList) },
  example: {
    message_id: sample.botMessage,
    components: [{ type: 'button', id: 'approve', label: 'Approved', disabled: true }],
  },
  reply: {},
  reasons: [
    'message-not-found',
    'message-edit-hidden',
    'components-denied',
    'components-malformed',
    'components-not-own',
  ],
})

export const interact = endpoint({
  route: 'POST /messages/{message_id}/interactions',
  summary: 'Send an interaction',
  notes:
    "Use this when a person clicks a button, chooses from a menu or submits a form of a bot's message. Everyone who can read " +
    'the message can use its components. The bot receives the interaction as an event and, if it has a URL, by a signed ' +
    'request; without both, this fails. With a `request_id`, repeating the request returns the same interaction and does ' +
    'nothing else. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  path: { message_id: 'int' },
  params: {
    component_id: text(string(componentLimits.idLength)),
    value: text(string(componentLimits.valueLength).optional()),
    fields: json(fieldValues.optional()),
    request_id: text(string(64).optional()),
  },
  example: { message_id: sample.botMessage, component_id: 'approve', request_id: 'c2f1' },
  reply: { interaction_id: z.int() },
  reasons: [
    'message-not-found',
    'moderation-denied',
    'component-not-found',
    'component-disabled',
    'component-value-invalid',
    'interaction-bot-deactivated',
    'interaction-bot-offline',
    'form-field-unknown',
    'form-field-required',
    'form-field-not-text',
    'form-field-not-boolean',
    'form-field-not-number',
    'form-field-not-email',
    'form-field-not-url',
    'form-field-too-long',
    'form-field-too-short',
    'form-field-option-unknown',
  ],
})

export const sendEphemeralMessage = endpoint({
  route: 'POST /ephemeral_messages',
  summary: 'Send an ephemeral message',
  notes:
    'Bots use this to show a text to one user in a channel topic or direct conversation. It is not stored as a message: it is ' +
    'delivered as an event to the clients of that user that have the capability `interactive_messages`, and shown for at most ' +
    'an hour. The bot needs permission to post there, and the user must be able to read there. This is an extension of Loquat.',
  auth: 'user',
  params: { user_id: json(z.int()), ...destination, content: text(longText) },
  example: {
    user_id: sample.user,
    type: 'channel',
    to: 'orchard',
    topic: 'plums',
    content: 'Only you can see this.',
  },
  reply: { ephemeral_id: z.int() },
  reasons: [...sendReasons, 'components-denied', 'ephemeral-user-not-found'],
})

export const getBotCommands = endpoint({
  route: 'GET /bot_commands',
  summary: 'Get the slash commands of bots',
  notes: 'Use this to suggest commands while a user types `/`. This is an extension of Loquat.',
  auth: 'user',
  params: {},
  reply: { commands: z.array(botCommandObject) },
})

export const setBotCommands = endpoint({
  route: 'PUT /bot_commands',
  summary: 'Register slash commands',
  notes:
    'Bots use this when they start, with all of their commands; it replaces those registered before. A name belongs to one bot of ' +
    `the organization. A bot can have ${commandLimits.perBot} commands, an organization ${commandLimits.perOrganization}. This is an ` +
    'extension of Loquat.',
  auth: 'user',
  params: { commands: json(botCommandList) },
  example: { commands: [{ name: 'approve', description: 'Ask for an approval', usage: '@person what' }] },
  reply: {},
  reasons: [
    'components-denied',
    'bot-command-reserved',
    'bot-command-taken',
    'bot-command-repeated',
    'bot-command-limit-reached',
  ],
})

export const runBotCommand = endpoint({
  route: 'POST /bot_commands/{name}/run',
  summary: 'Send a slash command',
  notes:
    'Use this when a user enters `/name arguments`. Nothing is posted: the bot that registered the command receives an ' +
    'interaction, and decides what to answer, visible to everyone there or only to the user. The user needs permission to post ' +
    'there, and the bot an event queue or a URL to receive it. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  path: { name: 'text' },
  params: {
    ...destination,
    arguments: text(string(commandLimits.argumentsLength).default('')),
    request_id: text(string(64).optional()),
  },
  example: { name: 'harvest', type: 'channel', to: 'orchard', topic: 'plums', arguments: '12 boxes' },
  reply: { interaction_id: z.int() },
  reasons: [...sendReasons, 'bot-command-not-found', 'interaction-bot-offline'],
})

export const respondToInteraction = endpoint({
  route: 'POST /interactions/{token}',
  summary: 'Send a response to an interaction',
  notes:
    'The `response_url` of an interaction, to which a bot posts JSON in the format of Slack. `text` is shown only to the user who ' +
    'acted, or with `"response_type": "in_channel"` sent as a message of the bot. `"replace_original": true` replaces the text ' +
    'and the components of the message, and `"delete_original": true` deletes it. The URL needs no other credentials, and works ' +
    'five times within 30 minutes. This is an extension of Loquat.',
  auth: 'none',
  path: { token: 'text' },
  params: { payload: text(string(publicBodyLimit), { maxLength: publicBodyLimit }) },
  jsonBody: 'payload',
  example: {
    token: given('interaction_token'),
    payload: '{"text": "Approved.", "response_type": "in_channel"}',
  },
  reply: {},
  reasons: [
    ...sendReasons,
    ...editReasons,
    'interaction-not-found',
    'interaction-responses-exceeded',
    'interaction-response-malformed',
    'interaction-bot-deactivated',
    'message-not-found',
    'message-deletion-denied',
    'message-deletion-time-passed',
    'components-malformed',
  ],
})
