/** Summaries. */
export const summaryDescriptions: Readonly<Record<string, string>> = {
  'summarizeMessages.stream_id': 'ID of the channel; all channels that you have not muted if omitted.',
  'summarizeMessages.topic': 'Topic in the channel. Needed unless `unread` is true.',
  'summarizeMessages.unread': 'Whether to summarize only your unread messages.',
  summary: 'The summary as HTML.',
  references: 'The messages that the summary names, by their numbers.',
  'summarizeMessages.number': 'Number of the message in the summary.',
  'summarizeMessages.message_id': 'ID of the message.',
  message_count: 'Number of messages that were summarized.',
  is_partial: 'Whether older messages were left out.',
  model: 'Name of the model.',
  service: 'The service; null if there is none.',
  'getSummaryService.usage': 'Summaries of the current month (UTC).',
  requests: 'Number of requests to the service.',
  'getSummaryService.tokens': 'Number of tokens that they used.',
  base_url: 'Address of the service, to which `/chat/completions` is added.',
  'setSummaryService.api_key':
    'Key of the service. Without it, the key of the same host is kept; empty removes it.',
  has_api_key: 'Whether there is a key.',
  max_tokens: 'Maximum length of a summary in tokens.',
  monthly_tokens: 'Maximum number of tokens per month, for all summaries together.',
}
