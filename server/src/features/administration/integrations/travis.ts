import { byEvent, type Handler } from './handlers.ts'
import type { Integration } from './integration.ts'
import { quote, topicOf } from './markup.ts'
import { textAt } from './read.ts'
import { buildResult } from './status.ts'

const build: Handler = (payload) => {
  const status = textAt(payload, 'status_message', 'result_message', 'state')
  if (status === '' || /^(pending|started|created)$/i.test(status)) return undefined
  const ref = textAt(payload, 'branch')
  const pull = textAt(payload, 'pull_request_number')
  const subject = pull === '' ? ref : `PR #${pull} ${textAt(payload, 'pull_request_title')}`.trim()
  const topic = topicOf(textAt(payload, 'repository.name') || 'Travis CI', subject)
  const name = `Build #${textAt(payload, 'number')}`
  const { content } = buildResult({ topic, name, address: textAt(payload, 'build_url'), ref, status })
  const [commit = ''] = textAt(payload, 'message').split('\n')
  return { topic, content: `${content}${quote(commit)}` }
}

/** Travis sends a form with the payload in a field. */
export const travis: Integration = {
  name: 'travis',
  title: 'Travis CI',
  category: 'Continuous integration',
  description: 'Posts the results of builds.',
  eventOf: (payload) => textAt(payload, 'type'),
  ...byEvent({ push: build, pull_request: build, cron: build, api: build }),
}
