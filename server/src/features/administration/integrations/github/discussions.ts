import { type Describe, type Handlers, phrased } from '../handlers.ts'
import { textAt } from '../read.ts'
import { readable } from '../status.ts'
import { numbered } from './common.ts'
import { commentPhrases, editedAction, sharedPhrases } from './issues.ts'

const discussion: Describe = (payload) => {
  const { topic, values } = numbered('discussion', 'discussion')(payload)
  const reason = readable(textAt(payload, 'discussion.state_reason'))
  return { topic, values: { ...values, reason: reason && ` as ${reason}` } }
}

const { reopened, edited, renamed, labeled, unlabeled, locked, unlocked } = sharedPhrases

export const discussionHandlers: Handlers = {
  discussion: phrased(
    discussion,
    {
      created: '{actor} started {it} in {discussion.category.name}.{>discussion.body}',
      answered: '{actor} marked an [answer]({answer.html_url}) to {it}.{>answer.body}',
      unanswered: '{actor} unmarked the answer to {it}.',
      category_changed: '{actor} moved {it} to {discussion.category.name}.',
      closed: '{actor} closed {it}{reason}.',
      transferred: '{actor} transferred {it} to {changes.new_repository.full_name}.',
      pinned: '{actor} pinned {it}.',
      unpinned: '{actor} unpinned {it}.',
      deleted: '{actor} deleted {it}.',
      ...{ reopened, edited, renamed, labeled, unlabeled, locked, unlocked },
    },
    editedAction,
  ),
  discussion_comment: phrased(discussion, commentPhrases),
}
