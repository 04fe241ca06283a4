import { type IntegrationObject, refuse } from '@loquat/contract'
import type { BotConfig } from '../../identity/bots/rules.ts'
import { integrations } from '../integrations/present.ts'

/** Refuses an incoming webhook bot whose integration is unknown or lacks a required option. */
export function assertIntegration(
  name: string,
  config: BotConfig,
  known: readonly IntegrationObject[] = integrations,
): void {
  const integration = known.find((one) => one.name === name)
  if (integration === undefined) throw refuse('BadRequest', 'service_name: there is no such integration.')
  for (const { key, label } of integration.config_options) {
    if ((config[key] ?? '') === '') throw refuse('BadRequest', `config_data: '${key}' is missing (${label}).`)
  }
}
