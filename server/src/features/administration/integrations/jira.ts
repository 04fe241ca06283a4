import { byEvent, type Describe, type Handler, type Handlers, sentence, sentences } from './handlers.ts'
import type { Integration } from './integration.ts'
import { bullets, link, plain, topicOf } from './markup.ts'
import { listAt, textAt } from './read.ts'

const actorOf = (payload: unknown) =>
  plain(
    textAt(
      payload,
      'user.displayName',
      'comment.updateAuthor.displayName',
      'comment.author.displayName',
      'user.name',
    ),
  ) || 'Someone'

/** Jira sends addresses of its API. The part before `/rest/` is the site. */
const siteOf = (address: string) => address.split('/rest/')[0] ?? ''

/** `PLUM-7: They are not ripe`, and `{it}` as a link. */
const issue: Describe = (payload) => {
  const key = textAt(payload, 'issue.key')
  const summary = textAt(payload, 'issue.fields.summary')
  const name = [key, summary].filter((part) => part !== '').join(': ') || 'an issue'
  const address = `${siteOf(textAt(payload, 'issue.self'))}/browse/${key}`
  return { topic: name, values: { actor: actorOf(payload), it: link(name, address) } }
}

/** Fields whose changes are not worth a message: order, time tracking and links to development tools. */
const silentFields = new Set([
  'Rank',
  'timeestimate',
  'timespent',
  'timeoriginalestimate',
  'WorklogId',
  'RemoteIssueLink',
  'Link',
])
const maxChanges = 10

const issueUpdated: Handler = (payload) => {
  const changes = listAt(payload, 'changelog.items', 100).filter(
    (item) => !silentFields.has(textAt(item, 'field')),
  )
  const comment = textAt(payload, 'comment.body')
  if (changes.length === 0 && comment === '') return undefined
  const lines = changes.slice(0, maxChanges).map((item) => {
    const [field, from, to] = ['field', 'fromString', 'toString'].map((path) =>
      plain(textAt(item, path), 100),
    )
    // Whole descriptions would fill the message.
    if (field === 'description') return 'description'
    return `${field}: ${from ? `${from} → ` : ''}${to || 'none'}`
  })
  const verb = changes.length === 0 ? 'commented on' : 'updated'
  const { topic, values } = issue(payload)
  const list = bullets(lines, changes.length)
  return sentence(
    () => ({ topic, values: { ...values, list } }),
    `{actor} ${verb} {it}.{list}{>comment.body}`,
  )(payload)
}

const inProject =
  (...names: string[]): Describe =>
  (payload) => ({
    topic: topicOf(textAt(payload, 'project.name') || 'Jira', ...names),
    values: { actor: actorOf(payload) },
  })

/** `sprint_started` and the like: the same sentence with each verb. */
const events = (prefix: string, describe: Describe, phrase: string, verbs: string): Handlers =>
  sentences(
    describe,
    Object.fromEntries(verbs.split(' ').map((verb) => [verb, phrase.replace('VERB', verb)])),
    `${prefix}_`,
  )

export const jira: Integration = {
  name: 'jira',
  title: 'Jira',
  category: 'Project management',
  description: 'Posts new and changed issues, comments, sprints and versions.',
  eventOf: (payload) => textAt(payload, 'webhookEvent'),
  ...byEvent({
    'jira:issue_created': sentence(
      issue,
      '{actor} created the {issue.fields.issuetype.name} {it}.{>issue.fields.description}',
    ),
    'jira:issue_updated': issueUpdated,
    'jira:issue_deleted': sentence(issue, '{actor} deleted {it}.'),
    comment_created: sentence(issue, '{actor} commented on {it}.{>comment.body}'),
    comment_updated: sentence(issue, '{actor} edited a comment on {it}.{>comment.body}'),
    comment_deleted: sentence(issue, '{actor} deleted a comment on {it}.'),
    ...events(
      'sprint',
      inProject('sprints'),
      'The sprint {sprint.name} was VERB.{>sprint.goal}',
      'created started updated closed deleted',
    ),
    ...events(
      'jira:version',
      inProject('versions'),
      'The version {version.name} was VERB.{>version.description}',
      'created released unreleased updated moved deleted',
    ),
    ...events(
      'project',
      inProject(),
      'The project {project.name} ({project.key}) was VERB.',
      'created updated deleted',
    ),
    ...events('board', inProject('boards'), 'The board {board.name} was VERB.', 'created updated deleted'),
  }),
}
