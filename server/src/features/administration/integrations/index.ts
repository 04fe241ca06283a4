import { alertmanager } from './alertmanager.ts'
import { asana } from './asana.ts'
import { azureDevops } from './azure-devops.ts'
import { bitbucket } from './bitbucket.ts'
import { circleci } from './circleci.ts'
import { datadog } from './datadog.ts'
import { discourse } from './discourse.ts'
import { forgejo, gitea } from './gitea.ts'
import { github } from './github/index.ts'
import { gitlab } from './gitlab/index.ts'
import { grafana } from './grafana.ts'
import { heroku } from './heroku.ts'
import type { FormatOptions, Integration, WebhookMessage } from './integration.ts'
import { jenkins } from './jenkins.ts'
import { jira } from './jira.ts'
import { json } from './json.ts'
import { linear } from './linear.ts'
import { fitted } from './markup.ts'
import { netlify } from './netlify.ts'
import { newrelic } from './newrelic.ts'
import { notion } from './notion.ts'
import { opsgenie } from './opsgenie.ts'
import { pagerduty } from './pagerduty.ts'
import { sentry } from './sentry.ts'
import { slack } from './slack.ts'
import { statuspage } from './statuspage.ts'
import { stripe } from './stripe.ts'
import { ifttt, zapier } from './text-post.ts'
import { travis } from './travis.ts'
import { trello } from './trello.ts'
import { uptimerobot } from './uptimerobot.ts'
import { zendesk } from './zendesk.ts'

/** All integrations, by name. A directory of them needs `name`, `title`, `category` and `description`. */
export const integrations: readonly Integration[] = [
  alertmanager,
  asana,
  azureDevops,
  bitbucket,
  circleci,
  datadog,
  discourse,
  forgejo,
  gitea,
  github,
  gitlab,
  grafana,
  heroku,
  ifttt,
  jenkins,
  jira,
  json,
  linear,
  netlify,
  newrelic,
  notion,
  opsgenie,
  pagerduty,
  sentry,
  slack,
  statuspage,
  stripe,
  travis,
  trello,
  uptimerobot,
  zapier,
  zendesk,
]

/** The message for a payload, made valid. Undefined if the payload is not worth one. */
export function messageFrom(
  integration: Integration,
  payload: unknown,
  event: string,
  options?: FormatOptions,
): WebhookMessage | undefined {
  const message = integration.toMessage(payload, event, options)
  return message && fitted(message, integration.title)
}
