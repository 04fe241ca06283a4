import { foldText } from '../lib/fold-text.ts'

interface Webhook {
  /** URL of the organization. */
  site: string
  /** Name of the integration in the URL. */
  integration: string
  /** An API key, for messages to the owner of the bot, or a token, which names the channel. */
  apiKey: string
}

/** The URL at which a service posts through an incoming webhook bot. */
export function webhookUrl({ site, integration, apiKey }: Webhook): string {
  const query = new URLSearchParams({ api_key: apiKey })
  return `${site.replace(/\/$/, '')}/api/v1/external/${encodeURIComponent(integration)}?${query}`
}

/** A user name for a bot, from its display name. The server appends `-bot` to it. */
export const botUserName = (fullName: string): string =>
  foldText(fullName)
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9._]+/g, '-')
    .replace(/(^|[-._])bot[-._]*$/, '')
    .replace(/^[-._]+|[-._]+$/g, '')
