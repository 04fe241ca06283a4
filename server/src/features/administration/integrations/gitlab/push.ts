import { branchOf, commitList, isNoCommit, maxCommits } from '../git.ts'
import type { Handler, Handlers } from '../handlers.ts'
import { code, count, topicOf } from '../markup.ts'
import { countAt, listAt, textAt } from '../read.ts'
import { actorOf, placeOf } from './common.ts'

const push =
  (kind: 'branch' | 'tag'): Handler =>
  (payload) => {
    const name = branchOf(textAt(payload, 'ref'))
    if (name === '') return undefined
    const topic = topicOf(placeOf(payload), name)
    const actor = actorOf(payload)
    const total = Math.max(countAt(payload, 'commits'), Number(textAt(payload, 'total_commits_count')) || 0)
    const isNew = isNoCommit(textAt(payload, 'before'))
    const isDeleted = isNoCommit(textAt(payload, 'after'))
    if (isDeleted || kind === 'tag' || total === 0) {
      const verb = isDeleted ? 'deleted' : isNew || kind === 'branch' ? 'created' : 'pushed'
      return { topic, content: `${actor} ${verb} the ${kind} ${code(name)}.` }
    }
    const shown = listAt(payload, 'commits', maxCommits).map((commit) => ({
      id: textAt(commit, 'id'),
      address: textAt(commit, 'url'),
      message: textAt(commit, 'title', 'message'),
    }))
    const where = `${isNew ? 'the new branch ' : ''}${code(name)}`
    const content = `${actor} pushed ${count(total, 'commit')} to ${where}.${commitList(shown, total)}`
    return { topic, content }
  }

export const pushHandlers: Handlers = { push: push('branch'), tag_push: push('tag') }
