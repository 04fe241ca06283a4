import type { ReasonTable } from './declare.ts'

/** Reasons of summaries and of the endpoint for assistants. */
export const summariesReasons = {
  'summaries-disabled': { kind: 'BadRequest', text: 'Summaries are turned off in this organization.' },
  'summarize-not-permitted': {
    kind: 'BadRequest',
    text: "You don't have permission to summarize messages.",
  },
  'summary-topic-missing': {
    kind: 'BadRequest',
    parameter: 'topic',
    text: 'only unread messages can be summarized without a topic.',
  },
  'summary-channel-missing': {
    kind: 'BadRequest',
    parameter: 'stream_id',
    text: 'a topic needs its channel.',
  },
  'summary-messages-missing': { kind: 'BadRequest', text: 'There are no messages to summarize here.' },
  'summary-budget-exceeded': {
    kind: 'BadRequest',
    text: "This month's budget of {tokens} tokens for summaries is used up.",
  },
  'summary-service-missing': { kind: 'BadRequest', text: 'No summary service has been set up.' },
  'summary-service-url-invalid': {
    kind: 'BadRequest',
    parameter: 'base_url',
    text: 'must be an https address without a user name, query or fragment.',
  },
  'summary-service-key-invalid': {
    kind: 'BadRequest',
    parameter: 'api_key',
    text: 'has characters that a key cannot have.',
  },
  'summary-service-model-empty': {
    kind: 'BadRequest',
    parameter: 'model',
    text: 'enter the name of a model.',
  },
  'summary-service-private': {
    kind: 'BadRequest',
    text: "The summary service {host} is in a private network, which this server doesn't allow.",
  },
  'summary-service-timeout': {
    kind: 'BadRequest',
    text: 'The summary service {host} took longer than {seconds} seconds.',
  },
  'summary-service-unreachable': {
    kind: 'BadRequest',
    text: "The summary service {host} can't be reached.",
  },
  'summary-service-key-rejected': {
    kind: 'BadRequest',
    text: 'The summary service {host} rejected its API key (status {status}).',
  },
  'summary-service-model-not-found': {
    kind: 'BadRequest',
    text: 'The summary service {host} has no model {model}, or its address is wrong (status 404).',
  },
  'summary-service-busy': {
    kind: 'BadRequest',
    text: 'The summary service {host} has too many requests, or its quota is used up (status 429).',
  },
  'summary-service-failed': {
    kind: 'BadRequest',
    text: 'The summary service {host} answered with the status {status}.',
  },
  'summary-service-response-invalid': {
    kind: 'BadRequest',
    text: 'The summary service {host} answered with something else than a chat completion.',
  },
  'summary-empty': { kind: 'BadRequest', text: 'The summary service {host} answered without a text.' },

  'assistants-disabled': {
    kind: 'FileForbidden',
    text: 'Assistants are turned off in this organization. An owner can turn them on.',
  },
  'assistant-batch-unsupported': { kind: 'BadRequest', text: 'Send one JSON-RPC message per request.' },
} as const satisfies ReasonTable

/** Problems of the service, and of its budget. */
export const summaryServiceReasons = [
  'summary-service-missing',
  'summary-budget-exceeded',
  'summary-service-private',
  'summary-service-timeout',
  'summary-service-unreachable',
  'summary-service-key-rejected',
  'summary-service-model-not-found',
  'summary-service-busy',
  'summary-service-failed',
  'summary-service-response-invalid',
  'summary-empty',
] as const satisfies readonly (keyof typeof summariesReasons)[]
