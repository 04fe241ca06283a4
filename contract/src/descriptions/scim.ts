/** Provisioning by identity providers. */
export const scimDescriptions: Readonly<Record<string, string>> = {
  'getScim.url': 'URL of the SCIM service, as identity providers ask for it.',
  'getScim.token': 'The token that identity providers use; null if there is none. It is never shown again.',
  'getScim.creator_id': 'User ID of the owner who created the token; null for the command line.',
  'getScim.last_used_at':
    'Time of the last request with the token, in seconds since the Unix epoch, to the minute; null if there was none.',
  scim_token: 'The token. Only its hash is stored.',
}
