import { commitList, maxCommits } from './git.ts'
import {
  byEvent,
  type Describe,
  type Handler,
  type Phrases,
  phrased,
  sentence,
  sentences,
} from './handlers.ts'
import type { Integration } from './integration.ts'
import { bullets, code, count, link, topicOf } from './markup.ts'
import { countAt, isTrueAt, listAt, textAt, valueAt } from './read.ts'
import { buildResult, isFinal } from './status.ts'

const repositoryOf = (payload: unknown) => textAt(payload, 'repository.name', 'project.name') || 'Bitbucket'
const actorOf = (payload: unknown) =>
  link(textAt(payload, 'actor.display_name', 'actor.nickname'), textAt(payload, 'actor.links.html.href')) ||
  'Someone'

const inRepository =
  (...names: string[]): Describe =>
  (payload) => ({ topic: topicOf(repositoryOf(payload), ...names), values: { actor: actorOf(payload) } })

const numbered =
  (kind: string, field: string): Describe =>
  (payload) => {
    const name = `${kind} #${textAt(payload, `${field}.id`)} ${textAt(payload, `${field}.title`)}`.trim()
    const it = link(name, textAt(payload, `${field}.links.html.href`))
    return { topic: topicOf(repositoryOf(payload), name), values: { actor: actorOf(payload), it } }
  }

/** Branches and tags shown of one push. */
const maxChanges = 5

/** One branch or tag of a push: a predicate for the actor. */
function refChange(change: unknown): string {
  const isTag = textAt(change, 'new.type', 'old.type') === 'tag'
  const name = code(textAt(change, 'new.name', 'old.name'))
  const ref = `the ${isTag ? 'tag' : 'branch'} ${name}`
  if (!valueAt(change, 'new')) return `deleted ${ref}`
  const total = countAt(change, 'commits')
  const isNew = !valueAt(change, 'old')
  if (isTag || total === 0) return `${isNew ? 'created' : 'moved'} ${ref}`
  // Bitbucket lists five commits and says that there are more, but not how many.
  const number = isTrueAt(change, 'truncated')
    ? `more than ${count(total, 'commit')}`
    : count(total, 'commit')
  const commits = link(number, textAt(change, 'links.html.href'))
  return `${isTrueAt(change, 'forced') ? 'force-pushed' : 'pushed'} ${commits} to ${isNew ? `the new branch ${name}` : name}`
}

const push: Handler = (payload) => {
  const total = countAt(payload, 'push.changes')
  const changes = listAt(payload, 'push.changes', maxChanges)
  const [first] = changes
  if (first === undefined) return undefined
  const actor = actorOf(payload)
  if (total > 1) {
    const content = `${actor} changed several branches:${bullets(changes.map(refChange), total)}`
    return { topic: repositoryOf(payload), content }
  }
  const commits = listAt(first, 'commits', maxCommits).map((commit) => ({
    id: textAt(commit, 'hash'),
    address: textAt(commit, 'links.html.href'),
    message: textAt(commit, 'message'),
  }))
  return {
    topic: topicOf(repositoryOf(payload), textAt(first, 'new.name', 'old.name')),
    content: `${actor} ${refChange(first)}.${commitList(commits, countAt(first, 'commits'))}`,
  }
}

const commitStatus: Handler = (payload) => {
  const status = textAt(payload, 'commit_status.state')
  const ref = textAt(payload, 'commit_status.refname')
  if (!isFinal(status)) return undefined
  return buildResult({
    topic: topicOf(repositoryOf(payload), ref),
    name: textAt(payload, 'commit_status.name', 'commit_status.key') || 'A build',
    address: textAt(payload, 'commit_status.url'),
    ref,
    status,
  })
}

const pullRequest = numbered('PR', 'pullrequest')
const pullRequestPhrases: Phrases = {
  created:
    '{actor} opened {it}, from `{pullrequest.source.branch.name}` into `{pullrequest.destination.branch.name}`.{>pullrequest.description}',
  updated: '{actor} updated {it}.',
  approved: '{actor} approved {it}.',
  unapproved: '{actor} withdrew the approval of {it}.',
  changes_request_created: '{actor} requested changes to {it}.',
  changes_request_removed: '{actor} withdrew the request for changes to {it}.',
  fulfilled: '{actor} merged {it}.',
  rejected: '{actor} declined {it}.{>pullrequest.reason}',
  comment_created: '{actor} [commented]({comment.links.html.href}) on {it}.{>comment.content.raw}',
  comment_updated: '{actor} edited a [comment]({comment.links.html.href}) on {it}.{>comment.content.raw}',
  comment_deleted: '{actor} deleted a comment on {it}.',
  comment_resolved: '{actor} resolved a [comment]({comment.links.html.href}) on {it}.',
  comment_reopened: '{actor} reopened a [comment]({comment.links.html.href}) on {it}.',
}

const issue = numbered('issue', 'issue')
const issueUpdated = phrased(
  issue,
  {
    status:
      '{actor} changed the status of {it} from {changes.status.old} to {changes.status.new}.{>comment.content.raw}',
    other: '{actor} updated {it}.{>comment.content.raw}',
  },
  (payload) => (textAt(payload, 'changes.status.new') === '' ? 'other' : 'status'),
)

export const bitbucket: Integration = {
  name: 'bitbucket',
  title: 'Bitbucket Cloud',
  category: 'Version control',
  description: 'Posts pushes, pull requests, issues, comments and build results.',
  eventHeader: 'x-event-key',
  ...byEvent({
    'repo:push': push,
    'repo:fork': sentence(
      inRepository(),
      '{actor} forked the repository to [{fork.full_name}]({fork.links.html.href}).',
    ),
    'repo:updated': sentence(inRepository(), '{actor} updated the repository {repository.full_name}.'),
    'repo:transfer': sentence(
      inRepository(),
      '{actor} transferred the repository {repository.full_name} from {previous_owner.display_name}.',
    ),
    'repo:deleted': sentence(inRepository(), '{actor} deleted the repository {repository.full_name}.'),
    'repo:commit_comment_created': sentence(
      inRepository('commits'),
      '{actor} [commented]({comment.links.html.href}) on a commit.{>comment.content.raw}',
    ),
    'repo:commit_status_created': commitStatus,
    'repo:commit_status_updated': commitStatus,
    'project:updated': sentence(inRepository(), '{actor} updated the project {project.name}.'),
    'issue:created': sentence(issue, '{actor} opened {it}.{>issue.content.raw}'),
    'issue:updated': issueUpdated,
    'issue:comment_created': sentence(
      issue,
      '{actor} [commented]({comment.links.html.href}) on {it}.{>comment.content.raw}',
    ),
    ...sentences(pullRequest, pullRequestPhrases, 'pullrequest:'),
  }),
}
