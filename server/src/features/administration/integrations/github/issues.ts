import { type Describe, type Handlers, type Phrases, phrased } from '../handlers.ts'
import { isObject, isTrueAt, textAt, valueAt } from '../read.ts'
import { readable } from '../status.ts'
import { inPlace, numbered } from './common.ts'

/** Actions that issues and pull requests have in common. */
export const sharedPhrases = {
  reopened: '{actor} reopened {it}.',
  edited: '{actor} edited {it}.',
  renamed: '{actor} renamed {it}, which was “{changes.title.from}”.',
  assigned: '{actor} assigned {assignee.login} to {it}.',
  unassigned: '{actor} unassigned {assignee.login} from {it}.',
  labeled: '{actor} added the label `{label.name}` to {it}.',
  unlabeled: '{actor} removed the label `{label.name}` from {it}.',
  milestoned: '{actor} added {it} to the milestone {milestone.title}.',
  demilestoned: '{actor} removed {it} from the milestone {milestone.title}.',
  locked: '{actor} locked {it}.',
  unlocked: '{actor} unlocked {it}.',
}

/** The action, or `renamed` where an edit changed the title. */
export const editedAction = (payload: unknown) =>
  textAt(payload, 'changes.title.from') === '' ? textAt(payload, 'action') : 'renamed'

const issue = numbered('issue', 'issue')

export const describeIssue: Describe = (payload) => {
  const { topic, values } = issue(payload)
  const reason = readable(textAt(payload, 'issue.state_reason'))
  return { topic, values: { ...values, reason: reason && ` as ${reason}` } }
}

export const issuePhrases: Phrases = {
  ...sharedPhrases,
  opened: '{actor} opened {it}.{>issue.body}',
  closed: '{actor} closed {it}{reason}.',
  deleted: '{actor} deleted {it}.',
  transferred:
    '{actor} transferred {it} to [{changes.new_repository.full_name}]({changes.new_issue.html_url}).',
  pinned: '{actor} pinned {it}.',
  unpinned: '{actor} unpinned {it}.',
  typed: '{actor} set the type of {it} to `{type.name}`.',
  untyped: '{actor} removed the type `{type.name}` from {it}.',
}

/** Comments on pull requests arrive as comments on issues. */
const commented: Describe = (payload) => {
  const isPull = isObject(valueAt(payload, 'issue.pull_request')) || isTrueAt(payload, 'is_pull')
  return numbered(isPull ? 'PR' : 'issue', 'issue')(payload)
}

export const commentPhrases: Phrases = {
  created: '{actor} [commented]({comment.html_url}) on {it}.{>comment.body}',
  edited: '{actor} edited a [comment]({comment.html_url}) on {it}.{>comment.body}',
  deleted: '{actor} deleted a comment on {it}.',
}

export const issueComment = phrased(commented, commentPhrases)

const milestone = phrased(inPlace('milestones'), {
  created: '{actor} created the milestone [{milestone.title}]({milestone.html_url}).{>milestone.description}',
  edited: '{actor} edited the milestone [{milestone.title}]({milestone.html_url}).',
  opened: '{actor} reopened the milestone [{milestone.title}]({milestone.html_url}).',
  closed: '{actor} closed the milestone [{milestone.title}]({milestone.html_url}).',
  deleted: '{actor} deleted the milestone {milestone.title}.',
})

const label = phrased(inPlace('labels'), {
  created: '{actor} created the label `{label.name}`.',
  edited: '{actor} edited the label `{label.name}`.',
  deleted: '{actor} deleted the label `{label.name}`.',
})

// GitHub sends two events for each link between issues, one for each end. One of them is enough.
const subIssues = phrased(numbered('issue', 'parent_issue'), {
  sub_issue_added:
    '{actor} added the sub-issue [#{sub_issue.number} {sub_issue.title}]({sub_issue.html_url}) to {it}.',
  sub_issue_removed:
    '{actor} removed the sub-issue [#{sub_issue.number} {sub_issue.title}]({sub_issue.html_url}) from {it}.',
})

const issueDependencies = phrased(numbered('issue', 'blocked_issue'), {
  blocked_by_added:
    '{actor} marked {it} as blocked by [#{blocking_issue.number} {blocking_issue.title}]({blocking_issue.html_url}).',
  blocked_by_removed:
    '{actor} marked {it} as no longer blocked by [#{blocking_issue.number} {blocking_issue.title}]({blocking_issue.html_url}).',
})

export const issueHandlers: Handlers = {
  issues: phrased(describeIssue, issuePhrases, editedAction),
  issue_comment: issueComment,
  milestone,
  label,
  sub_issues: subIssues,
  issue_dependencies: issueDependencies,
}
