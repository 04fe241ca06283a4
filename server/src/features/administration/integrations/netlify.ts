import { byEvent, type Describe, type Handler, sentence } from './handlers.ts'
import type { Integration } from './integration.ts'
import { bullets, link, plain, topicOf } from './markup.ts'
import { isTrueAt, textAt, textsAt } from './read.ts'

const site: Describe = (payload) => {
  const name = textAt(payload, 'name', 'site_name') || 'Netlify'
  const branch = textAt(payload, 'branch')
  const address = textAt(payload, 'deploy_ssl_url', 'ssl_url', 'url')
  return { topic: topicOf(name, branch), values: { it: link(name, address) } }
}

const log = '[deploy log]({admin_url})'

const submission: Handler = (payload) => {
  const form = textAt(payload, 'form_name') || 'form'
  const fields = textsAt(payload, 'data').map(([name, text]) => `${plain(name, 60)}: ${plain(text, 300)}`)
  return { topic: topicOf('forms', form), content: `New submission of ${plain(form)}.${bullets(fields)}` }
}

/** The payload is the deploy or the submission itself. The state of a deploy tells the events apart. */
export const netlify: Integration = {
  name: 'netlify',
  title: 'Netlify',
  category: 'Deployment',
  description: 'Posts deploys and form submissions.',
  eventOf(payload) {
    if (textAt(payload, 'form_name') !== '') return 'submission'
    return isTrueAt(payload, 'locked') ? 'locked' : textAt(payload, 'state')
  },
  ...byEvent({
    ready: sentence(site, ':check: {it} was deployed from `{branch}`: {title|commit_ref}.'),
    error: sentence(
      site,
      `:cross_mark: The deploy of {it} from \`{branch}\` failed (${log}).{>error_message}`,
    ),
    locked: sentence(site, ':locked: Auto publishing of {it} was stopped at a [deploy]({admin_url}).'),
    pending_review: sentence(
      site,
      `:warning: A deploy of {it} from \`{branch}\` waits for approval (${log}).`,
    ),
    rejected: sentence(site, `:prohibited: A deploy of {it} from \`{branch}\` was rejected (${log}).`),
    submission,
  }),
}
