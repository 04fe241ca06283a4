import type { IntegrationObject } from '@loquat/contract'

const integration = (name: string, display_name: string): IntegrationObject => ({
  name,
  display_name,
  all_event_types: null,
  config_options: [],
})

/** What can post here through an incoming webhook bot. Options are asked for when such a bot is made. */
export const integrations: readonly IntegrationObject[] = [
  integration('alertmanager', 'Alertmanager'),
  integration('github', 'GitHub'),
  integration('gitlab', 'GitLab'),
  integration('grafana', 'Grafana'),
  integration('json', 'JSON formatter'),
  integration('sentry', 'Sentry'),
  integration('slack_incoming', 'Slack-compatible webhook'),
]
