import type { IntegrationObject } from '@loquat/contract'
import { integrations as all } from './index.ts'
import type { Integration } from './integration.ts'

/** What a directory of integrations says about one, where it is known. */
type Described = Integration & Pick<IntegrationObject, 'category' | 'description'>

/** Integrations that post through an incoming webhook bot, as clients get them. None needs options when a bot is created. */
export const integrations: readonly IntegrationObject[] = all.map(
  ({ name, title, events, category, description }: Described) => ({
    name,
    display_name: title,
    ...(category === undefined ? {} : { category }),
    ...(description === undefined ? {} : { description }),
    all_event_types: events.length > 0 ? [...events] : null,
    config_options: [],
  }),
)
