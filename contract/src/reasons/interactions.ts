import type { ReasonTable } from './declare.ts'

/** Reasons of interactive messages, ephemeral messages and slash commands of bots. */
export const interactionsReasons = {
  'components-denied': { kind: 'BadRequest', text: 'Only bots can do this.' },
  'components-malformed': { kind: 'BadRequest', parameter: 'components', text: '{problem}.' },
  'components-not-own': { kind: 'BadRequest', text: 'Only the bot that sent the message can do this.' },
  'component-not-found': {
    kind: 'BadRequest',
    parameter: 'component_id',
    text: 'the message has no such button or menu any longer.',
  },
  'component-disabled': { kind: 'BadRequest', text: 'This button or menu can no longer be used.' },
  'component-value-invalid': {
    kind: 'BadRequest',
    parameter: 'value',
    text: 'this is not one of the options.',
  },
  'interaction-bot-deactivated': { kind: 'BadRequest', text: 'This bot has been deactivated.' },
  'interaction-bot-offline': {
    kind: 'BadRequest',
    text: '{name} is offline and cannot respond. Try again later.',
  },
  'interaction-not-found': {
    kind: 'RecordNotFound',
    text: 'This URL is not valid, or the time to respond has passed.',
  },
  'interaction-responses-exceeded': {
    kind: 'BadRequest',
    text: 'An interaction can have at most {max} responses.',
  },
  'interaction-response-malformed': { kind: 'BadRequest', text: 'The response is not valid: {problem}.' },
  'ephemeral-user-not-found': {
    kind: 'BadRequest',
    parameter: 'user_id',
    text: 'there is no such user who can read messages there.',
  },

  'form-field-unknown': { kind: 'BadRequest', text: 'The form has no field "{field}".' },
  'form-field-required': { kind: 'BadRequest', text: '"{field}" is required.' },
  'form-field-not-text': { kind: 'BadRequest', text: '"{field}" must be text.' },
  'form-field-not-boolean': { kind: 'BadRequest', text: '"{field}" must be true or false.' },
  'form-field-not-number': { kind: 'BadRequest', text: '"{field}" must be a number.' },
  'form-field-not-email': { kind: 'BadRequest', text: '"{field}" must be an email address.' },
  'form-field-not-url': {
    kind: 'BadRequest',
    text: '"{field}" must be a URL that begins with http or https.',
  },
  'form-field-too-long': { kind: 'BadRequest', text: '"{field}" can have at most {limit} characters.' },
  'form-field-too-short': { kind: 'BadRequest', text: '"{field}" needs at least {limit} characters.' },
  'form-field-option-unknown': { kind: 'BadRequest', text: '"{field}" must be one of its options.' },

  'bot-command-not-found': { kind: 'BadRequest', text: 'There is no command /{name}.' },
  'bot-command-reserved': {
    kind: 'BadRequest',
    parameter: 'commands',
    text: '/{name} is a built-in command.',
  },
  'bot-command-taken': { kind: 'BadRequest', parameter: 'commands', text: '/{name} belongs to another bot.' },
  'bot-command-repeated': {
    kind: 'BadRequest',
    parameter: 'commands',
    text: '/{name} is in the list twice.',
  },
  'bot-command-limit-reached': {
    kind: 'BadRequest',
    text: 'An organization can have at most {max} commands of bots.',
  },
} as const satisfies ReasonTable
