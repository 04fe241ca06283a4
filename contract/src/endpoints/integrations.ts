import { z } from 'zod'
import { list, shortText, string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { given } from '../example.ts'
import { json, jsonOrText, text } from '../param.ts'
import { sendReasons } from '../reasons/messages.ts'

/** Maximum payload size in bytes, as UTF-8. */
export const maxIntegrationPayloadBytes = 1024 * 1024
/** URL encoding may triple the size of the payload. */
const maxIntegrationBodyBytes = 4 * maxIntegrationPayloadBytes

const eventNames = json(list(shortText, 100).optional())

/** Parameters in the URL that a service is configured with, without the payload. */
const urlParams = {
  api_key: text(),
  stream: jsonOrText(z.union([z.int(), shortText]).optional()),
  topic: text(shortText.optional()),
  only_events: eventNames,
  exclude_events: eventNames,
  template: text(shortText.optional()),
}

export const checkIntegration = endpoint({
  route: 'GET /external/{integration}',
  summary: 'Verify an integration URL',
  notes:
    'For services that call the URL of a webhook with GET or HEAD before they accept it. Succeeds if the integration ' +
    'and the API key are valid, and posts nothing.',
  auth: 'key',
  openToWebhookBots: true,
  path: { integration: 'text' },
  params: urlParams,
  example: { integration: 'trello', api_key: given('bot_key'), stream: 'orchard' },
  reply: {},
  reasons: ['integration-not-found'],
})

export const postToIntegration = endpoint({
  route: 'POST /external/{integration}',
  summary: 'Send an integration event',
  notes:
    'Enter this URL in another service to post its events: the payload becomes a message of the account with this API key, ' +
    "usually an incoming webhook bot. It goes to the channel `stream` (a name or ID), or directly to the bot's owner. " +
    '`topic` replaces the topic that the integration chooses; `only_events` and `exclude_events` filter by event. A body ' +
    'in JSON is the `payload`, with the other parameters in the query. Integrations: `alertmanager`, `asana`, ' +
    '`azure_devops`, `bitbucket`, `circleci`, `datadog`, `discourse`, `forgejo`, `gitea`, `github`, `gitlab`, `grafana`, ' +
    '`heroku`, `ifttt`, `jenkins`, `jira`, `json`, `linear`, `netlify`, `newrelic`, `notion`, `opsgenie`, `pagerduty`, ' +
    '`sentry`, `slack_incoming`, `statuspage`, `stripe`, `travis`, `trello`, `uptimerobot`, `zapier`, `zendesk`. ' +
    '`template` is the text of the message for `json`, with placeholders such as `{path.to.value}`; other integrations ' +
    'ignore it. Unsupported events succeed without a message, with `code`, ' +
    '`webhook_name` and `event_type`. Verification requests are answered and post nothing: ' +
    '`asana` gets its header `X-Hook-Secret` back, and a payload `{"type": "url_verification", "challenge": "…"}` for `json` or ' +
    '`slack_incoming` gets its `challenge` back.',
  auth: 'key',
  openToWebhookBots: true,
  path: { integration: 'text' },
  params: {
    ...urlParams,
    // Exceeds the maximum payload, so that the handler can answer 413. Some services check the URL without a payload.
    payload: text(string(maxIntegrationBodyBytes).optional(), { maxLength: maxIntegrationBodyBytes }),
  },
  bodyLimit: maxIntegrationBodyBytes,
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
    challenge: z.string().optional(),
  },
  reasons: [
    ...sendReasons,
    'integration-not-found',
    'integration-channel-missing',
    'integration-payload-too-large',
    'integration-payload-too-deep',
    'integration-payload-not-json',
    'integration-payload-not-object',
    'integration-event-missing',
  ],
})
