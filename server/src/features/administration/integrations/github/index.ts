import { byEvent } from '../handlers.ts'
import type { Integration } from '../integration.ts'
import { alertHandlers } from './alerts.ts'
import { checkHandlers } from './checks.ts'
import { discussionHandlers } from './discussions.ts'
import { issueHandlers } from './issues.ts'
import { peopleHandlers } from './people.ts'
import { projectHandlers } from './projects.ts'
import { pullRequestHandlers } from './pull-requests.ts'
import { pushHandlers } from './push.ts'
import { repositoryHandlers } from './repository.ts'

export const github: Integration = {
  name: 'github',
  title: 'GitHub',
  category: 'Version control',
  description: 'Posts pushes, issues, pull requests, reviews, checks, releases and security alerts.',
  eventHeader: 'x-github-event',
  coveredBy: { create: 'push', delete: 'push' },
  ...byEvent({
    ...pushHandlers,
    ...issueHandlers,
    ...pullRequestHandlers,
    ...discussionHandlers,
    ...checkHandlers,
    ...repositoryHandlers,
    ...peopleHandlers,
    ...alertHandlers,
    ...projectHandlers,
  }),
}

/** Documented events that never give a message, with the reason. */
export const silentGithubEvents: Readonly<Record<string, string>> = {
  branch_protection_configuration:
    'Only says that all rules were enabled or disabled; each rule has its event.',
  custom_property: 'A setting of the organization.',
  custom_property_values: 'A setting of the repository.',
  deployment_protection_rule: 'A request to an app, which must answer it.',
  github_app_authorization: 'Concerns one person and an app.',
  installation_target: 'An account was renamed, which the next event shows.',
  marketplace_purchase: 'Sent only to the publisher of an app.',
  project: 'Classic projects no longer exist.',
  project_card: 'Classic projects no longer exist.',
  project_column: 'Classic projects no longer exist.',
  repository_dispatch: 'A command from one program to another.',
  secret_scanning_alert_location: 'Accompanies `secret_scanning_alert`.',
  secret_scanning_scan: 'A scan ended; its findings have their own events.',
  security_and_analysis: 'A setting of the repository.',
  workflow_dispatch: 'A command; `workflow_run` shows the result.',
}
