/** Tokens. */
export const tokenDescriptions: Readonly<Record<string, string>> = {
  tokens: 'The tokens, newest first.',
  token_id: 'ID of the token.',
  'getTokens.user_id': 'ID of the user or bot that the token acts as; as a parameter, the caller if omitted.',
  'getAllTokens.user_id': 'ID of the user or bot that the token acts as.',
  'getAllTokens.before': 'Lists only tokens with smaller IDs.',
  'getAllTokens.limit': 'Maximum number of tokens.',
  'getAllTokens.found_oldest': 'Whether there are no older tokens.',
  'getTokens.kind':
    '`api`, `webhook` for a token in the URL of an integration, or `app` for an app that the user allowed.',
  'getAllTokens.kind':
    '`api`, `webhook` for a token in the URL of an integration, or `app` for an app that the user allowed.',
  'getTokens.name': 'Name of the token.',
  'getAllTokens.name': 'Name of the token.',
  'getTokens.start': 'First characters of the token, by which its owner recognizes it.',
  'getAllTokens.start': 'First characters of the token, by which its owner recognizes it.',
  'getTokens.last_used_at':
    'Time of the last request with the token, to the minute, in seconds since the Unix epoch; null if never.',
  'getAllTokens.last_used_at':
    'Time of the last request with the token, to the minute, in seconds since the Unix epoch; null if never.',
  scopes: 'Scopes such as `messages:read`; null for everything that its user can do.',
  read_only: 'Whether the token can only read.',
  channel_ids: 'IDs of the channels that the token is limited to; null for no limit.',
  'getTokens.topic': 'Topic that the token of a webhook posts to; null if the integration chooses it.',
  'getAllTokens.topic': 'Topic that the token of a webhook posts to; null if the integration chooses it.',
  'createToken.topic': 'Topic that the token of a webhook posts to. If omitted, the integration chooses it.',
  addresses: 'IP addresses and networks (CIDR) that the token works from; null for any.',
  'getTokens.expires_at': 'Time at which the token expires, in seconds since the Unix epoch; null for never.',
  'getAllTokens.expires_at':
    'Time at which the token expires, in seconds since the Unix epoch; null for never.',
  'createToken.expires_at':
    'Time at which the token expires, in seconds since the Unix epoch; null for never.',
  'createToken.user_id': 'ID of a bot that you manage; you if omitted.',
  'createToken.name': 'Name of the token, at most 60 characters.',
  'createToken.token': 'The token. It is not shown again.',
}
