import { z } from 'zod'
import { list, shortText, string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { given } from '../example.ts'
import { json, jsonOrText, text } from '../param.ts'

/** In bytes, as UTF-8. */
export const maxIntegrationPayload = 1024 * 1024
/** URL encoding may triple the size of the payload. */
const maxIntegrationBody = 4 * maxIntegrationPayload

const eventNames = json(list(shortText, 100).optional())

export const postToIntegration = endpoint({
  route: 'POST /external/{integration}',
  summary: 'Let another service post what happened there',
  notes:
    'The address of a webhook: what the service sends becomes a message of the account whose key stands in the query, ' +
    "usually an incoming webhook bot. It goes to the channel `stream` (a name or ID), or directly to the bot's owner. " +
    '`topic` replaces the topic that the integration would choose; `only_events` and `exclude_events` choose by kind of ' +
    'event. A body in JSON is the `payload`, with the other parameters in the query. Integrations: `alertmanager`, ' +
    '`github`, `gitlab`, `grafana`, `json`, `sentry`, `slack_incoming`. An event of a kind that the integration has no ' +
    'words for is a success without a message, with `code`, `webhook_name` and `event_type`.',
  auth: 'key',
  openToWebhookBots: true,
  path: { integration: 'text' },
  params: {
    api_key: text(),
    stream: jsonOrText(z.union([z.int(), shortText]).optional()),
    topic: text(shortText.optional()),
    only_events: eventNames,
    exclude_events: eventNames,
    // Larger than the maximum payload, so that the handler can answer 413.
    payload: text(string(maxIntegrationBody), { maxLength: maxIntegrationBody }),
  },
  bodyLimit: maxIntegrationBody,
  jsonBody: 'payload',
  example: {
    integration: 'json',
    api_key: given('bot_key'),
    stream: 'orchard',
    topic: 'sensors',
    payload: '{"sensor": "shed", "celsius": 41}',
  },
  reply: {
    code: z.literal('UNSUPPORTED_WEBHOOK_EVENT_TYPE').optional(),
    webhook_name: z.string().optional(),
    event_type: z.string().optional(),
  },
  errors: [
    'NotFound',
    'InvalidJson',
    'PayloadAnomalous',
    'EventHeaderMissing',
    'PayloadTooLarge',
    'ChannelNameUnknown',
    'ChannelIdUnknown',
  ],
})
