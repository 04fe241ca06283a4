import type { IntegrationObject } from '@loquat/contract'
import { integrations as all } from './index.ts'

/** Integrations that post through an incoming webhook bot, as clients get them. None needs options when a bot is created. */
export const integrations: readonly IntegrationObject[] = all.map(
  ({ name, title, events, category, description }) => ({
    name,
    display_name: title,
    category,
    description,
    all_event_types: events.length > 0 ? [...events] : null,
    config_options: [],
  }),
)
