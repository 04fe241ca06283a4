import { branchOf, commitList, isNoCommit, maxCommits, shortId } from '../git.ts'
import { type Handler, type Handlers, sentence } from '../handlers.ts'
import { code, count, link, topicOf } from '../markup.ts'
import { countAt, isTrueAt, listAt, textAt } from '../read.ts'
import { actorOf, placeOf } from './common.ts'

const push: Handler = (payload) => {
  const ref = textAt(payload, 'ref')
  const name = branchOf(ref)
  if (name === '') return undefined
  const topic = topicOf(placeOf(payload), name)
  const actor = actorOf(payload)
  const kind = ref.startsWith('refs/tags/') ? 'tag' : 'branch'
  const total = Math.max(countAt(payload, 'commits'), Number(textAt(payload, 'total_commits')) || 0)
  const isNew = isTrueAt(payload, 'created') || isNoCommit(textAt(payload, 'before'))
  if (isTrueAt(payload, 'deleted') || isNoCommit(textAt(payload, 'after'))) {
    return { topic, content: `${actor} deleted the ${kind} ${code(name)}.` }
  }
  if (kind === 'tag' || total === 0) {
    const verb = isNew ? 'created' : isTrueAt(payload, 'forced') ? 'force-pushed' : undefined
    const commit = shortId(textAt(payload, 'after'))
    if (verb === undefined) return undefined
    const at = commit === '' ? '' : ` at ${link(commit, textAt(payload, 'head_commit.url', 'compare'))}`
    return { topic, content: `${actor} ${verb} the ${kind} ${code(name)}${at}.` }
  }
  const verb = isTrueAt(payload, 'forced') && !isNew ? 'force-pushed' : 'pushed'
  const commits = link(count(total, 'commit'), textAt(payload, 'compare', 'compare_url'))
  const shown = listAt(payload, 'commits', maxCommits).map((commit) => ({
    id: textAt(commit, 'id'),
    address: textAt(commit, 'url'),
    message: textAt(commit, 'message'),
  }))
  const where = `${isNew ? 'the new branch ' : ''}${code(name)}`
  return { topic, content: `${actor} ${verb} ${commits} to ${where}.${commitList(shown, total)}` }
}

/** A branch or tag that was created or deleted. */
const refChange =
  (verb: string): Handler =>
  (payload) => {
    const kind = textAt(payload, 'ref_type') === 'tag' ? 'tag' : 'branch'
    const ref = branchOf(textAt(payload, 'ref'))
    if (ref === '') return undefined
    const topic = topicOf(placeOf(payload), ref)
    return { topic, content: `${actorOf(payload)} ${verb} the ${kind} ${code(ref)}.` }
  }

const commitComment = sentence((payload) => {
  const commit = shortId(textAt(payload, 'comment.commit_id'))
  return {
    topic: topicOf(placeOf(payload), `commit ${commit}`),
    values: { actor: actorOf(payload), commit: code(commit) },
  }
}, '{actor} [commented]({comment.html_url}) on the commit {commit}.{>comment.body}')

/** Handlers that Gitea shares. */
export const refHandlers = { push, create: refChange('created'), delete: refChange('deleted') }

export const pushHandlers: Handlers = { ...refHandlers, commit_comment: commitComment }
