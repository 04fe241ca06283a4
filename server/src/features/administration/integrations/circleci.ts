import { byEvent, type Handler, sentence } from './handlers.ts'
import type { Integration } from './integration.ts'
import { quote, topicOf } from './markup.ts'
import { textAt } from './read.ts'
import { buildResult } from './status.ts'

const completed =
  (nameOf: (payload: unknown) => string, statusPath: string): Handler =>
  (payload) => {
    const status = textAt(payload, statusPath)
    if (status === '') return undefined
    // Pipelines of GitHub and Bitbucket have `vcs`, those of GitLab only parameters of the trigger.
    const ref = textAt(
      payload,
      'pipeline.vcs.branch',
      'pipeline.vcs.tag',
      'pipeline.trigger_parameters.gitlab.branch',
      'pipeline.trigger_parameters.git.branch',
    )
    const topic = topicOf(textAt(payload, 'project.name') || 'CircleCI', ref)
    const name = nameOf(payload)
    const { content } = buildResult({ topic, name, address: textAt(payload, 'workflow.url'), ref, status })
    return { topic, content: `${content}${quote(textAt(payload, 'pipeline.vcs.commit.subject'))}` }
  }

export const circleci: Integration = {
  name: 'circleci',
  title: 'CircleCI',
  category: 'Continuous integration',
  description: 'Posts the results of workflows and jobs.',
  eventOf: (payload) => textAt(payload, 'type'),
  ...byEvent({
    'workflow-completed': completed((payload) => textAt(payload, 'workflow.name'), 'workflow.status'),
    'job-completed': completed(
      (payload) => topicOf(textAt(payload, 'workflow.name'), textAt(payload, 'job.name')),
      'job.status',
    ),
    ping: sentence(() => ({ topic: 'CircleCI', values: {} }), 'CircleCI will post results here.'),
  }),
}
