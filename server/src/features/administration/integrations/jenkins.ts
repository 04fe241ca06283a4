import { byEvent, type Handler } from './handlers.ts'
import type { Integration } from './integration.ts'
import { plain, topicOf } from './markup.ts'
import { listAt, textAt } from './read.ts'
import { buildResult } from './status.ts'

/** Culprits named in a message. */
const maxCulprits = 5

const completed: Handler = (payload) => {
  const status = textAt(payload, 'build.status')
  if (status === '') return undefined
  const job = textAt(payload, 'display_name', 'name') || 'Jenkins'
  // `origin/main` and `refs/heads/main` as well as `main`.
  const ref = textAt(payload, 'build.scm.branch').replace(/^(origin|refs\/heads)\//, '')
  const topic = topicOf(job, ref)
  const name = `${job} #${textAt(payload, 'build.number')}`
  const { content } = buildResult({ topic, name, address: textAt(payload, 'build.full_url'), ref, status })
  const culprits = listAt(payload, 'build.scm.culprits', maxCulprits)
    .map((culprit) => plain(textAt(culprit, '')))
    .filter((culprit) => culprit !== '')
  const isFine = status.toUpperCase() === 'SUCCESS'
  return {
    topic,
    content: isFine || culprits.length === 0 ? content : `${content} Changes by ${culprits.join(', ')}.`,
  }
}

/**
 * Payloads of the notification plugin, which sends one for each phase of a build. `completed` is the first with the result;
 * `finalized` would repeat it.
 */
export const jenkins: Integration = {
  name: 'jenkins',
  title: 'Jenkins',
  category: 'Continuous integration',
  description: 'Posts the results of builds.',
  eventOf: (payload) => textAt(payload, 'build.phase').toLowerCase(),
  ...byEvent({ completed }),
}
