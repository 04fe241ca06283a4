import { alertmanager } from './alertmanager.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { grafana } from './grafana.ts'
import type { Integration, Told } from './integration.ts'
import { json } from './json.ts'
import { sentry } from './sentry.ts'
import { slack } from './slack.ts'
import { fitted } from './words.ts'

/** What can post here, by name. */
export const integrations: readonly Integration[] = [
  alertmanager,
  github,
  gitlab,
  grafana,
  json,
  sentry,
  slack,
]

/** The message that an integration makes of a payload, as it may be sent. */
export function messageFrom(integration: Integration, payload: unknown, event: string): Told | undefined {
  const told = integration.toMessage(payload, event)
  return told && fitted(told, integration.title)
}
