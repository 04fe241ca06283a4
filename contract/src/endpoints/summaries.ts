import { z } from 'zod'
import { maxShortText, shortText, string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import {
  maxSummaryKeyLength,
  maxSummaryModelLength,
  monthlyTokenRange,
  summaryReference,
  summaryServiceObject,
  summaryTokenRange,
  summaryUsage,
} from '../objects/summaries.ts'
import { json, text } from '../param.ts'
import { narrowReasons } from '../reasons/messages.ts'
import { summaryServiceReasons } from '../reasons/summaries.ts'

const owners = { auth: 'user', gate: 'owner' } as const

export const summarizeMessages = endpoint({
  route: 'POST /messages/summary',
  summary: 'Summarize messages',
  notes:
    'Use this to summarize a topic, or your unread messages in a topic, a channel or all channels. The newest 200 messages are sent to the service that ' +
    'the owners of the organization chose, with the names of their authors; direct messages never are. The summary is generated and may be wrong. It is ' +
    'HTML without images, in which numbers such as [1] link to the messages it rests on. This is an extension of Loquat.',
  auth: 'user',
  params: {
    stream_id: json(z.int().optional()),
    topic: text(shortText.optional()),
    unread: json(z.boolean().default(false)),
  },
  example: { stream_id: sample.channel, topic: 'plums' },
  reply: {
    summary: z.string(),
    references: z.array(summaryReference),
    message_count: z.int(),
    is_partial: z.boolean(),
    model: z.string(),
  },
  reasons: [
    'summaries-disabled',
    'summarize-not-permitted',
    'summary-topic-missing',
    'summary-channel-missing',
    'summary-messages-missing',
    ...summaryServiceReasons,
    ...narrowReasons,
  ],
})

export const getSummaryService = endpoint({
  route: 'GET /realm/summaries',
  summary: 'Get the summary service',
  notes: 'Use this to see which service writes summaries, and how much of its monthly budget is used.',
  ...owners,
  params: {},
  reply: { service: summaryServiceObject.nullable(), usage: summaryUsage },
})

export const setSummaryService = endpoint({
  route: 'POST /realm/summaries',
  summary: 'Set the summary service',
  notes:
    'Use this to choose the service that writes summaries: any with the chat completions of OpenAI. Its key is encrypted and never shown again. Without ' +
    '`api_key`, the key of the same host is kept. Summaries are used once the setting `topic_summaries_enabled` is on.',
  ...owners,
  params: {
    base_url: text(string(maxShortText)),
    api_key: text(string(maxSummaryKeyLength).optional()),
    model: text(string(maxSummaryModelLength)),
    max_tokens: json(z.int().min(summaryTokenRange.min).max(summaryTokenRange.max).default(1_000)),
    monthly_tokens: json(z.int().min(monthlyTokenRange.min).max(monthlyTokenRange.max).default(1_000_000)),
  },
  example: { base_url: 'https://models.example.com/v1', api_key: 'sk-plums', model: 'small' },
  reply: {},
  reasons: ['summary-service-url-invalid', 'summary-service-key-invalid', 'summary-service-model-empty'],
})

export const deleteSummaryService = endpoint({
  route: 'DELETE /realm/summaries',
  summary: 'Remove the summary service',
  notes: 'Use this to delete the address and the key of the service. There are no summaries without one.',
  ...owners,
  params: {},
  reply: {},
  reasons: ['summary-service-missing'],
})

export const testSummaryService = endpoint({
  route: 'POST /realm/summaries/test',
  summary: 'Test the summary service',
  notes: 'Use this to check the address, the key and the model. It sends one short request without messages.',
  ...owners,
  params: {},
  reply: { model: z.string() },
  reasons: [...summaryServiceReasons],
})
