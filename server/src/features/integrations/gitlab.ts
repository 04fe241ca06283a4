import type { Integration, WebhookMessage } from './integration.ts'
import { countAt, listAt, textAt } from './read.ts'
import { code, count, link, plain, quote, topicOf } from './words.ts'

type Teller = (payload: unknown) => WebhookMessage | undefined

const project = (payload: unknown) => textAt(payload, 'project.name', 'repository.name') || 'GitLab'

const somebody = (payload: unknown) => plain(textAt(payload, 'user.name', 'user_name')) || 'Someone'

const noCommit = /^0+$/

const push: Teller = (payload) => {
  const branch = textAt(payload, 'ref').replace(/^refs\/heads\//, '')
  const topic = topicOf(project(payload), branch)
  if (branch === '') return undefined
  if (noCommit.test(textAt(payload, 'after'))) {
    return { topic, content: `${somebody(payload)} deleted the branch ${code(branch)}.` }
  }
  const total = Math.max(countAt(payload, 'commits'), Number(textAt(payload, 'total_commits_count')) || 0)
  if (total === 0) return { topic, content: `${somebody(payload)} created the branch ${code(branch)}.` }
  const shown = listAt(payload, 'commits', 10).map((commit) => {
    const [subject = ''] = textAt(commit, 'title', 'message').split('\n')
    return `* ${link(textAt(commit, 'id').slice(0, 7), textAt(commit, 'url'))}: ${plain(subject)}`
  })
  const more = total > shown.length ? [`* and ${count(total - shown.length, 'more commit')}`] : []
  const said = `${somebody(payload)} pushed ${count(total, 'commit')} to ${code(branch)}.`
  return { topic, content: [said, '', ...shown, ...more].join('\n') }
}

const tagPush: Teller = (payload) => {
  const tag = textAt(payload, 'ref').replace(/^refs\/tags\//, '')
  const verb = noCommit.test(textAt(payload, 'after')) ? 'deleted' : 'pushed'
  if (tag === '') return undefined
  return {
    topic: topicOf(project(payload), tag),
    content: `${somebody(payload)} ${verb} the tag ${code(tag)}.`,
  }
}

/** `plums / MR !7 Prune the branches`, and a link to it. */
function about(payload: unknown, kind: string, field: string): { topic: string; linked: string } {
  const name =
    `${kind}${plain(textAt(payload, `${field}.iid`))} ${plain(textAt(payload, `${field}.title`))}`.trim()
  return {
    topic: topicOf(project(payload), name),
    linked: link(name, textAt(payload, `${field}.url`)),
  }
}

const verbs: Record<string, string> = {
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  merge: 'merged',
  approved: 'approved',
  unapproved: 'withdrew the approval of',
}

const changed =
  (kind: string): Teller =>
  (payload) => {
    const action = textAt(payload, 'object_attributes.action')
    if (!Object.hasOwn(verbs, action)) return undefined
    const { topic, linked } = about(payload, kind, 'object_attributes')
    const body = action === 'open' ? quote(textAt(payload, 'object_attributes.description')) : ''
    return { topic, content: `${somebody(payload)} ${verbs[action]} ${linked}.${body}` }
  }

/** What a comment is about, and under which name it comes along. */
const noted = { Issue: ['issue #', 'issue'], MergeRequest: ['MR !', 'merge_request'] } as const

const note: Teller = (payload) => {
  const commented = link('commented', textAt(payload, 'object_attributes.url'))
  const body = quote(textAt(payload, 'object_attributes.note', 'object_attributes.description'))
  const type = textAt(payload, 'object_attributes.noteable_type')
  if (body === '') return undefined
  if (!Object.hasOwn(noted, type)) {
    const commit = textAt(payload, 'commit.id').slice(0, 7)
    const where = commit === '' ? '' : ` on the commit ${link(commit, textAt(payload, 'commit.url'))}`
    return { topic: project(payload), content: `${somebody(payload)} ${commented}${where}.${body}` }
  }
  const [kind, field] = noted[type as keyof typeof noted]
  const { topic, linked } = about(payload, kind, field)
  return { topic, content: `${somebody(payload)} ${commented} on ${linked}.${body}` }
}

const marks: Record<string, string> = {
  success: ':check:',
  failed: ':cross_mark:',
  canceled: ':prohibited:',
}

const pipeline: Teller = (payload) => {
  const status = textAt(payload, 'object_attributes.status')
  // Pipelines tell of every step on their way; how they ended is what matters.
  if (!Object.hasOwn(marks, status)) return undefined
  const branch = textAt(payload, 'object_attributes.ref')
  const name = `Pipeline #${plain(textAt(payload, 'object_attributes.id'))}`
  const linked = link(name, textAt(payload, 'object_attributes.url'))
  const failed = listAt(payload, 'builds', 100)
    .filter((build) => textAt(build, 'status') === 'failed')
    .slice(0, 20)
    .map((build) => `* ${plain(textAt(build, 'stage'))}: ${plain(textAt(build, 'name'))}`)
  const said = `${marks[status]} ${linked} on ${code(branch)}: ${status}.`
  return {
    topic: topicOf(project(payload), branch),
    content: [said, ...(failed.length > 0 ? ['', ...failed] : [])].join('\n'),
  }
}

const release: Teller = (payload) => {
  const linked = link(textAt(payload, 'name', 'tag') || 'A release', textAt(payload, 'url'))
  const action = textAt(payload, 'action')
  if (action !== 'create') return undefined
  const body = quote(textAt(payload, 'description'))
  return {
    topic: topicOf(project(payload), 'releases'),
    content: `${linked} was released.${body}`,
  }
}

const tellers = {
  push,
  tag_push: tagPush,
  issue: changed('issue #'),
  merge_request: changed('MR !'),
  note,
  pipeline,
  release,
}

export const gitlab: Integration = {
  name: 'gitlab',
  title: 'GitLab',
  category: 'Version control',
  description: 'Posts pushes, issues, merge requests, comments, pipelines and releases.',
  events: Object.keys(tellers),
  eventOf: (payload) => textAt(payload, 'object_kind'),
  toMessage: (payload, event) =>
    Object.hasOwn(tellers, event) ? tellers[event as keyof typeof tellers](payload) : undefined,
}
