import { branchOf, commitList, maxCommits } from './git.ts'
import { byEvent, type Describe, type Handler, phrased, sentence } from './handlers.ts'
import type { Integration } from './integration.ts'
import { code, count, link, plain, topicOf } from './markup.ts'
import { countAt, listAt, textAt } from './read.ts'
import { buildResult, isFinal } from './status.ts'

const projectOf = (payload: unknown) =>
  textAt(
    payload,
    'resource.repository.name',
    'resource.pullRequest.repository.name',
    'resource.project.name',
    'resource.teamProject',
  ) || 'Azure DevOps'

const actorOf = (payload: unknown) =>
  plain(
    textAt(
      payload,
      'resource.pushedBy.displayName',
      'resource.comment.author.displayName',
      'resource.createdBy.displayName',
      'resource.revisedBy.displayName',
    ),
  ) || 'Someone'

const push: Handler = (payload) => {
  const branch = branchOf(textAt(payload, 'resource.refUpdates.0.name'))
  const total = countAt(payload, 'resource.commits')
  if (branch === '') return undefined
  const commits = listAt(payload, 'resource.commits', maxCommits).map((commit) => ({
    id: textAt(commit, 'commitId'),
    address: textAt(commit, 'url'),
    message: textAt(commit, 'comment'),
  }))
  const list = commitList(commits, total)
  return {
    topic: topicOf(projectOf(payload), branch),
    content: `${actorOf(payload)} pushed ${count(total, 'commit')} to ${code(branch)}.${list}`,
  }
}

/** Pull requests are the resource itself, or a part of it in events about comments. */
const pullRequest =
  (field: string): Describe =>
  (payload) => {
    const name =
      `PR #${textAt(payload, `${field}.pullRequestId`)} ${textAt(payload, `${field}.title`)}`.trim()
    const site = textAt(payload, `${field}.repository.remoteUrl`, `${field}.repository.webUrl`)
    const address =
      textAt(payload, `${field}._links.web.href`) ||
      `${site}/pullrequest/${textAt(payload, `${field}.pullRequestId`)}`
    return {
      topic: topicOf(projectOf(payload), name),
      values: {
        actor: actorOf(payload),
        it: link(name, address),
        from: code(branchOf(textAt(payload, `${field}.sourceRefName`))),
        into: code(branchOf(textAt(payload, `${field}.targetRefName`))),
      },
    }
  }

const own = pullRequest('resource')

const pullRequestUpdated = phrased(
  own,
  {
    completed: 'The pull request {it} was merged.',
    abandoned: 'The pull request {it} was abandoned.',
    active: 'The pull request {it} was updated: {message.text}',
  },
  (payload) => textAt(payload, 'resource.status'),
)

/** Fields of work items have dots in their names, which paths cannot have. The sentence of Azure names the item. */
const workItem: Describe = (payload) => {
  const id = textAt(payload, 'resource.workItemId', 'resource.id')
  const address = textAt(payload, 'resource._links.html.href', 'resource.revision._links.html.href')
  return {
    topic: `work item ${id}`,
    values: { it: link(`work item ${id}`, address), said: plain(textAt(payload, 'message.text'), 500) },
  }
}
const workItemChange = sentence(workItem, '{said} ({it}){>resource.comment.text}')

/** Builds, runs, stages and deployments: the paths of their names, results and addresses. */
const result =
  (names: readonly string[], statuses: readonly string[], addresses: readonly string[]): Handler =>
  (payload) => {
    const status = textAt(payload, ...statuses)
    if (!isFinal(status)) return undefined
    const ref = branchOf(
      textAt(payload, 'resource.sourceBranch', 'resource.run.resources.repositories.self.refName'),
    )
    const name = names
      .map((path) => textAt(payload, path))
      .filter((text) => text !== '')
      .join(' ')
    const topic = topicOf(projectOf(payload), textAt(payload, names[0] ?? ''))
    return buildResult({
      topic,
      name: name || 'A build',
      address: textAt(payload, ...addresses),
      ref,
      status,
    })
  }

export const azureDevops: Integration = {
  name: 'azure_devops',
  title: 'Azure DevOps',
  category: 'Version control',
  description: 'Posts pushes, pull requests, work items, builds and deployments.',
  eventOf: (payload) => textAt(payload, 'eventType'),
  ...byEvent({
    'git.push': push,
    'git.pullrequest.created': sentence(
      own,
      '{actor} opened {it}, from {from} into {into}.{>resource.description}',
    ),
    'git.pullrequest.updated': pullRequestUpdated,
    'git.pullrequest.merged': sentence(own, 'A merge of {it} was attempted: {resource.mergeStatus}.'),
    'ms.vss-code.git-pullrequest-comment-event': sentence(
      pullRequest('resource.pullRequest'),
      '{actor} [commented]({resource.comment._links.web.href}) on {it}.{>resource.comment.content}',
    ),
    'workitem.created': workItemChange,
    'workitem.updated': workItemChange,
    'workitem.commented': workItemChange,
    'workitem.deleted': workItemChange,
    'workitem.restored': workItemChange,
    'build.complete': result(
      ['resource.definition.name', 'resource.buildNumber'],
      ['resource.result', 'resource.status'],
      ['resource._links.web.href', 'resource.url'],
    ),
    'ms.vss-pipelines.run-state-changed-event': result(
      ['resource.pipeline.name', 'resource.run.name'],
      ['resource.run.result'],
      ['resource.run._links.web.href'],
    ),
    'ms.vss-pipelines.stage-state-changed-event': result(
      ['resource.pipeline.name', 'resource.stage.name'],
      ['resource.stage.result'],
      ['resource.stage._links.web.href', 'resource.run._links.web.href'],
    ),
    'ms.vss-release.deployment-completed-event': result(
      [
        'resource.environment.releaseDefinition.name',
        'resource.environment.release.name',
        'resource.environment.name',
      ],
      ['resource.environment.status'],
      ['resource.environment.release._links.web.href'],
    ),
  }),
}
