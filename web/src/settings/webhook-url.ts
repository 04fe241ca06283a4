import { foldText } from '../lib/fold-text.ts'

interface Webhook {
  /** URL of the organization. */
  site: string
  /** Name of the integration in the URL. */
  integration: string
  apiKey: string
  /** Undefined: messages go to the owner of the bot. */
  channelId: number | undefined
}

/** The URL at which a service posts through an incoming webhook bot. */
export function webhookUrl({ site, integration, apiKey, channelId }: Webhook): string {
  const query = new URLSearchParams({ api_key: apiKey })
  if (channelId !== undefined) query.set('stream', String(channelId))
  return `${site.replace(/\/$/, '')}/api/v1/external/${encodeURIComponent(integration)}?${query}`
}

/** A user name for a bot, from its display name. The server appends `-bot` to it. */
export const botUserName = (fullName: string): string =>
  foldText(fullName)
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9._]+/g, '-')
    .replace(/(^|[-._])bot[-._]*$/, '')
    .replace(/^[-._]+|[-._]+$/g, '')
