import type { IntegrationObject } from '@loquat/contract'
import { integrations as all } from '../integrations/index.ts'

/** What can post here through an incoming webhook bot, as clients are told. Nothing needs options when such a bot is made. */
export const integrations: readonly IntegrationObject[] = all.map(({ name, title, events }) => ({
  name,
  display_name: title,
  all_event_types: events.length > 0 ? [...events] : null,
  config_options: [],
}))
