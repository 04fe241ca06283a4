import { byEvent } from '../handlers.ts'
import type { Integration } from '../integration.ts'
import { textAt } from '../read.ts'
import { buildHandlers } from './builds.ts'
import { groupHandlers } from './group.ts'
import { issueHandlers } from './issues.ts'
import { pushHandlers } from './push.ts'

export const gitlab: Integration = {
  name: 'gitlab',
  title: 'GitLab',
  category: 'Version control',
  description: 'Posts pushes, issues, merge requests, comments, pipelines, deployments and releases.',
  // Events of groups have only the second name.
  eventOf: (payload) => textAt(payload, 'object_kind', 'event_name'),
  ...byEvent({ ...pushHandlers, ...issueHandlers, ...buildHandlers, ...groupHandlers }),
}
