import { shortId } from '../git.ts'
import { type Describe, type Handler, type Handlers, type Phrases, phrased, pick } from '../handlers.ts'
import { code, enumeration, link, plain, topicOf } from '../markup.ts'
import { countAt, textAt, textsIn, valueAt } from '../read.ts'
import { actorOf, attributeAction, inPlace, numbered, placeOf } from './common.ts'

/** An update goes by the first of these changes. Others, such as an order or a time, are not worth a message. */
const changeActions: readonly (readonly [field: string, action: string])[] = [
  ['changes.title', 'renamed'],
  ['changes.draft', 'draft'],
  ['changes.labels', 'labels'],
  ['changes.assignees', 'assignees'],
  ['changes.reviewers', 'reviewers'],
  ['changes.milestone_id', 'milestone'],
  ['changes.due_date', 'due_date'],
  ['changes.target_branch', 'target_branch'],
  ['changes.confidential', 'confidential'],
  ['changes.discussion_locked', 'locked'],
  ['changes.severity', 'severity'],
  ['changes.description', 'description'],
  ['object_attributes.oldrev', 'pushed'],
]

function actionOf(payload: unknown): string {
  const action = attributeAction(payload)
  if (action !== 'update') return action
  return changeActions.find(([field]) => valueAt(payload, field) !== undefined)?.[1] ?? ''
}

const labelsOf = (payload: unknown, path: string) =>
  enumeration(textsIn(payload, path, 'title'), countAt(payload, path)) || 'none'
const peopleOf = (payload: unknown, path: string) =>
  enumeration(textsIn(payload, path, 'name'), countAt(payload, path)) || 'nobody'

const changed =
  (kind: string): Describe =>
  (payload) => {
    const { topic, values } = numbered(kind, 'object_attributes')(payload)
    const isLocked = valueAt(payload, 'changes.discussion_locked.current') === true
    const isConfidential = valueAt(payload, 'changes.confidential.current') === true
    const isDraft = valueAt(payload, 'changes.draft.current') === true
    return {
      topic,
      values: {
        ...values,
        labels: labelsOf(payload, 'changes.labels.current'),
        assignees: peopleOf(payload, 'changes.assignees.current'),
        reviewers: peopleOf(payload, 'changes.reviewers.current'),
        lock: isLocked ? 'locked' : 'unlocked',
        visibility: isConfidential ? 'confidential' : 'not confidential',
        readiness: isDraft ? 'a draft' : 'ready',
        head: code(shortId(textAt(payload, 'object_attributes.last_commit.id'))),
      },
    }
  }

const phrases: Phrases = {
  open: '{actor} opened {it}.{>object_attributes.description}',
  close: '{actor} closed {it}.',
  reopen: '{actor} reopened {it}.',
  renamed: '{actor} renamed {it}, which was “{changes.title.previous}”.',
  labels: '{actor} changed the labels of {it} to: {labels}.',
  assignees: '{actor} assigned {it} to {assignees}.',
  milestone: '{actor} changed the milestone of {it}.',
  due_date: '{actor} changed the due date of {it} to {changes.due_date.current}.',
  confidential: '{actor} marked {it} as {visibility}.',
  locked: '{actor} {lock} {it}.',
  severity: '{actor} changed the severity of {it} to {changes.severity.current}.',
  description: '{actor} edited the description of {it}.',
}

const mergeRequestPhrases: Phrases = {
  ...phrases,
  open: '{actor} opened {it}, from `{object_attributes.source_branch}` into `{object_attributes.target_branch}`.{>object_attributes.description}',
  merge: '{actor} merged {it}.',
  approval: '{actor} approved {it}.',
  unapproval: '{actor} withdrew the approval of {it}.',
  approved: '{actor} approved {it}, which now has all approvals.',
  unapproved: '{actor} withdrew the approval of {it}, which now lacks approvals.',
  draft: '{actor} marked {it} as {readiness}.',
  reviewers: '{actor} asked {reviewers} to review {it}.',
  target_branch: '{actor} changed the target of {it} to `{changes.target_branch.current}`.',
  pushed: '{actor} pushed to {it}, now at {head}.',
}

/** A target of comments and emoji: how it is named, and the field it is in. */
const targets: Readonly<Record<string, readonly [kind: string, field: string]>> = {
  Issue: ['issue #', 'issue'],
  MergeRequest: ['MR !', 'merge_request'],
}

/** The object that a comment or emoji belongs to. `{it}` is a link to it. */
const target =
  (typePath: string): Describe =>
  (payload) => {
    const type = textAt(payload, typePath)
    const [kind, field] = pick(targets, type) ?? ['', '']
    if (field !== '') return numbered(kind, field)(payload)
    const commit = shortId(textAt(payload, 'commit.id'))
    const it =
      type === 'Snippet'
        ? `the snippet ${link(textAt(payload, 'snippet.title'), textAt(payload, 'snippet.url'))}`
        : commit === ''
          ? plain(placeOf(payload))
          : `the commit ${link(commit, textAt(payload, 'commit.url'))}`
    return { topic: topicOf(placeOf(payload)), values: { actor: actorOf(payload), it } }
  }

const describeNote = target('object_attributes.noteable_type')
const note: Handler = (payload) => {
  if (textAt(payload, 'object_attributes.note', 'object_attributes.description') === '') return undefined
  const text = '{it}.{>object_attributes.note|object_attributes.description}'
  return phrased(
    describeNote,
    {
      create: `{actor} [commented]({object_attributes.url}) on ${text}`,
      update: `{actor} edited a [comment]({object_attributes.url}) on ${text}`,
    },
    (all) => attributeAction(all) || 'create',
  )(payload)
}

const emoji = phrased(
  target('object_attributes.awardable_type'),
  {
    award: '{actor} reacted with `{object_attributes.name}` to {it}.',
    revoke: '{actor} removed the reaction `{object_attributes.name}` from {it}.',
  },
  (payload) => textAt(payload, 'event_type', 'object_attributes.action'),
)

const milestone = phrased(
  inPlace('milestones'),
  {
    create: '{actor} created the milestone {object_attributes.title}.{>object_attributes.description}',
    close: '{actor} closed the milestone {object_attributes.title}.',
    reopen: '{actor} reopened the milestone {object_attributes.title}.',
    update: '{actor} edited the milestone {object_attributes.title}.',
    delete: '{actor} deleted the milestone {object_attributes.title}.',
  },
  (payload) => textAt(payload, 'action', 'object_attributes.action'),
)

export const issueHandlers: Handlers = {
  issue: phrased(changed('issue #'), phrases, actionOf),
  work_item: phrased(changed('work item #'), phrases, actionOf),
  merge_request: phrased(changed('MR !'), mergeRequestPhrases, actionOf),
  note,
  emoji,
  milestone,
}
