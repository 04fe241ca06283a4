import { branchOf, shortId } from '../git.ts'
import { type Describe, type Handlers, type Phrases, phrased } from '../handlers.ts'
import { code, topicOf } from '../markup.ts'
import { isTrueAt, textAt } from '../read.ts'
import { numbered, placeOf } from './common.ts'
import { editedAction, sharedPhrases } from './issues.ts'

export const pullRequest = numbered('PR', 'pull_request')

export const describePullRequest: Describe = (payload) => {
  const { topic, values } = pullRequest(payload)
  const commit = shortId(textAt(payload, 'after', 'pull_request.head.sha'))
  const draft = isTrueAt(payload, 'pull_request.draft') ? ' as a draft' : ''
  return { topic, values: { ...values, draft, head: commit && `, now at ${code(commit)}` } }
}

export const pullRequestPhrases: Phrases = {
  ...sharedPhrases,
  opened:
    '{actor} opened {it}{draft}, from `{pull_request.head.ref}` into `{pull_request.base.ref}`.{>pull_request.body}',
  closed: '{actor} closed {it}.',
  merged: '{actor} merged {it}.',
  retargeted: '{actor} changed the base of {it} from `{changes.base.ref.from}` to `{pull_request.base.ref}`.',
  review_requested: '{actor} requested a review of {it} from {requested_reviewer.login|requested_team.name}.',
  review_request_removed:
    '{actor} removed the request for a review of {it} from {requested_reviewer.login|requested_team.name}.',
  ready_for_review: '{actor} marked {it} as ready for review.',
  converted_to_draft: '{actor} converted {it} to a draft.',
  synchronize: '{actor} pushed to {it}{head}.',
  auto_merge_enabled: '{actor} enabled auto-merge for {it}.',
  auto_merge_disabled: '{actor} disabled auto-merge for {it}.',
  enqueued: '{actor} added {it} to the merge queue.',
  dequeued: '{actor} removed {it} from the merge queue.',
}

export function pullRequestAction(payload: unknown): string {
  if (isTrueAt(payload, 'pull_request.merged') && textAt(payload, 'action') === 'closed') return 'merged'
  return textAt(payload, 'changes.base.ref.from') === '' ? editedAction(payload) : 'retargeted'
}

/** A submitted review goes by its state. */
const reviewAction = (payload: unknown) =>
  textAt(payload, 'action') === 'submitted'
    ? textAt(payload, 'review.state').toLowerCase()
    : textAt(payload, 'action')

const review = phrased(
  pullRequest,
  {
    approved: '{actor} [approved]({review.html_url}) {it}.{>review.body}',
    changes_requested: '{actor} [requested changes]({review.html_url}) to {it}.{>review.body}',
    commented: '{actor} [reviewed]({review.html_url}) {it}.{>review.body}',
    dismissed: '{actor} dismissed a [review]({review.html_url}) of {it} by {review.user.login}.',
    edited: '{actor} edited a [review]({review.html_url}) of {it}.{>review.body}',
  },
  reviewAction,
)

const reviewComment = phrased(pullRequest, {
  created: '{actor} [commented]({comment.html_url}) on `{comment.path}` in {it}.{>comment.body}',
  edited: '{actor} edited a [comment]({comment.html_url}) on `{comment.path}` in {it}.{>comment.body}',
  deleted: '{actor} deleted a comment on `{comment.path}` in {it}.',
})

const reviewThread = phrased(pullRequest, {
  resolved: '{actor} resolved a [conversation]({thread.comments.0.html_url}) in {it}.',
  unresolved: '{actor} reopened a [conversation]({thread.comments.0.html_url}) in {it}.',
})

const mergeQueue: Describe = (payload) => ({
  topic: topicOf(placeOf(payload), 'merge queue'),
  values: { branch: code(branchOf(textAt(payload, 'merge_group.base_ref'))) },
})

const mergeGroup = phrased(mergeQueue, {
  checks_requested: 'The merge queue requested checks of `{merge_group.head_commit.message}` for {branch}.',
  destroyed: 'The merge queue finished a group for {branch}: {reason}.',
})

export const pullRequestHandlers: Handlers = {
  pull_request: phrased(describePullRequest, pullRequestPhrases, pullRequestAction),
  pull_request_review: review,
  pull_request_review_comment: reviewComment,
  pull_request_review_thread: reviewThread,
  merge_group: mergeGroup,
}
