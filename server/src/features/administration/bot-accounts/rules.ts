import { apiError, type IntegrationObject } from '@loquat/contract'
import type { BotConfig } from '../../identity/bots/rules.ts'
import { integrations } from '../integrations/present.ts'

/** Refuses an incoming webhook bot whose integration is unknown or lacks a required option. */
export function assertIntegration(
  name: string,
  config: BotConfig,
  known: readonly IntegrationObject[] = integrations,
): void {
  const integration = known.find((one) => one.name === name)
  if (integration === undefined) throw apiError('bot-integration-not-found')
  for (const { key, label } of integration.config_options) {
    if ((config[key] ?? '') === '') throw apiError('bot-option-missing', { key, label })
  }
}

/** The host of a webhook, for the audit log. The rest of its URL may hold credentials. */
export const hostOf = (url: string | undefined) => (url === undefined ? '' : (URL.parse(url)?.host ?? ''))
