import type { Integration, WebhookMessage } from './integration.ts'
import { countAt, isTrueAt, listAt, textAt } from './read.ts'
import { code, count, link, plain, quote, topicOf } from './words.ts'

type Teller = (payload: unknown) => WebhookMessage | undefined

const repository = (payload: unknown) => textAt(payload, 'repository.name') || 'GitHub'

const somebody = (payload: unknown) =>
  link(textAt(payload, 'sender.login', 'pusher.name'), textAt(payload, 'sender.html_url')) || 'Someone'

/** Tells an action in the words given for it; other actions are not worth a message. */
function actionOf(payload: unknown, words: Record<string, string>): string | undefined {
  const action = textAt(payload, 'action')
  return Object.hasOwn(words, action) ? words[action] : undefined
}

/** `plums / issue #7 They are not ripe`, and a link to it. */
function about(payload: unknown, kind: string, field: string): { topic: string; linked: string } {
  const name = `${kind} #${textAt(payload, `${field}.number`)} ${textAt(payload, `${field}.title`)}`
  const linked = link(name, textAt(payload, `${field}.html_url`))
  return { topic: topicOf(repository(payload), name), linked }
}

const push: Teller = (payload) => {
  const ref = textAt(payload, 'ref')
  const total = countAt(payload, 'commits')
  // That a branch or tag came or went is told by events of its own.
  if (!ref.startsWith('refs/heads/') || total === 0) return undefined
  const branch = ref.slice('refs/heads/'.length)
  const shown = listAt(payload, 'commits', 10).map((commit) => {
    const [subject = ''] = textAt(commit, 'message').split('\n')
    return `* ${link(textAt(commit, 'id').slice(0, 7), textAt(commit, 'url'))}: ${plain(subject)}`
  })
  const more = total > shown.length ? [`* and ${count(total - shown.length, 'more commit')}`] : []
  const verb = isTrueAt(payload, 'forced') ? 'force-pushed' : 'pushed'
  const commits = link(count(total, 'commit'), textAt(payload, 'compare'))
  const said = `${somebody(payload)} ${verb} ${commits} to ${code(branch)}.`
  return {
    topic: topicOf(repository(payload), branch),
    content: [said, '', ...shown, ...more].join('\n'),
  }
}

const issues: Teller = (payload) => {
  const verb = actionOf(payload, { opened: 'opened', closed: 'closed', reopened: 'reopened' })
  if (verb === undefined) return undefined
  const { topic, linked } = about(payload, 'issue', 'issue')
  const body = verb === 'opened' ? quote(textAt(payload, 'issue.body')) : ''
  return { topic, content: `${somebody(payload)} ${verb} ${linked}.${body}` }
}

const pullRequest: Teller = (payload) => {
  const action = actionOf(payload, {
    opened: 'opened',
    closed: 'closed',
    reopened: 'reopened',
    ready_for_review: 'marked as ready',
  })
  if (action === undefined) return undefined
  const { topic, linked } = about(payload, 'PR', 'pull_request')
  const verb = action === 'closed' && isTrueAt(payload, 'pull_request.merged') ? 'merged' : action
  if (verb !== 'opened') return { topic, content: `${somebody(payload)} ${verb} ${linked}.` }
  const [from, to] = ['head', 'base'].map((end) => code(textAt(payload, `pull_request.${end}.ref`)))
  const body = quote(textAt(payload, 'pull_request.body'))
  return { topic, content: `${somebody(payload)} opened ${linked}, from ${from} into ${to}.${body}` }
}

const issueComment: Teller = (payload) => {
  if (textAt(payload, 'action') !== 'created') return undefined
  const kind = textAt(payload, 'issue.pull_request.url') === '' ? 'issue' : 'PR'
  const { topic, linked } = about(payload, kind, 'issue')
  const commented = link('commented', textAt(payload, 'comment.html_url'))
  const body = quote(textAt(payload, 'comment.body'))
  return { topic, content: `${somebody(payload)} ${commented} on ${linked}.${body}` }
}

const reviewWords: Record<string, string> = {
  approved: 'approved',
  changes_requested: 'asked for changes to',
  commented: 'reviewed',
}

const review: Teller = (payload) => {
  const state = textAt(payload, 'review.state').toLowerCase()
  const verb = Object.hasOwn(reviewWords, state) ? reviewWords[state] : undefined
  if (textAt(payload, 'action') !== 'submitted' || verb === undefined) return undefined
  const { topic, linked } = about(payload, 'PR', 'pull_request')
  const body = quote(textAt(payload, 'review.body'))
  return {
    topic,
    content: `${somebody(payload)} ${link(verb, textAt(payload, 'review.html_url'))} ${linked}.${body}`,
  }
}

const reviewComment: Teller = (payload) => {
  if (textAt(payload, 'action') !== 'created') return undefined
  const { topic, linked } = about(payload, 'PR', 'pull_request')
  const commented = link('commented', textAt(payload, 'comment.html_url'))
  const where = code(textAt(payload, 'comment.path'))
  const body = quote(textAt(payload, 'comment.body'))
  return { topic, content: `${somebody(payload)} ${commented} on ${where} in ${linked}.${body}` }
}

const came =
  (verb: string): Teller =>
  (payload) => {
    const kind = textAt(payload, 'ref_type') === 'tag' ? 'tag' : 'branch'
    const ref = textAt(payload, 'ref')
    if (ref === '') return undefined
    return {
      topic: topicOf(repository(payload), ref),
      content: `${somebody(payload)} ${verb} the ${kind} ${code(ref)}.`,
    }
  }

const release: Teller = (payload) => {
  if (textAt(payload, 'action') !== 'published') return undefined
  const name = textAt(payload, 'release.name', 'release.tag_name') || 'a release'
  const linked = link(name, textAt(payload, 'release.html_url'))
  const body = quote(textAt(payload, 'release.body'))
  return {
    topic: topicOf(repository(payload), 'releases'),
    content: `${somebody(payload)} released ${linked}.${body}`,
  }
}

const workflowRun: Teller = (payload) => {
  const conclusion = plain(textAt(payload, 'workflow_run.conclusion'))
  if (textAt(payload, 'action') !== 'completed' || conclusion === '') return undefined
  const branch = textAt(payload, 'workflow_run.head_branch')
  const linked = link(
    textAt(payload, 'workflow_run.name') || 'A workflow',
    textAt(payload, 'workflow_run.html_url'),
  )
  const mark = conclusion === 'success' ? ':check:' : ':cross_mark:'
  return {
    topic: topicOf(repository(payload), branch),
    content: `${mark} ${linked} on ${code(branch)}: ${conclusion.replaceAll('_', ' ')}.`,
  }
}

const fork: Teller = (payload) => ({
  topic: repository(payload),
  content: `${somebody(payload)} made a fork: ${link(textAt(payload, 'forkee.full_name') || 'a copy', textAt(payload, 'forkee.html_url'))}.`,
})

const ping: Teller = (payload) => ({
  topic: repository(payload),
  content: `What happens in ${link(repository(payload), textAt(payload, 'repository.html_url'))} will be told here.`,
})

const tellers = {
  push,
  issues,
  issue_comment: issueComment,
  pull_request: pullRequest,
  pull_request_review: review,
  pull_request_review_comment: reviewComment,
  create: came('created'),
  delete: came('deleted'),
  release,
  workflow_run: workflowRun,
  fork,
  ping,
}

export const github: Integration = {
  name: 'github',
  title: 'GitHub',
  category: 'Version control',
  description: 'Posts pushes, issues, pull requests, reviews and releases.',
  events: Object.keys(tellers),
  eventHeader: 'x-github-event',
  toMessage: (payload, event) =>
    Object.hasOwn(tellers, event) ? tellers[event as keyof typeof tellers](payload) : undefined,
}
