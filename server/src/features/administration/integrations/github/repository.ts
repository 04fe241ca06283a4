import { type Handler, type Handlers, phrased, sentence } from '../handlers.ts'
import { bullets, count, link, topicOf } from '../markup.ts'
import { countAt, isTrueAt, listAt, textAt } from '../read.ts'
import { readable, statusMark } from '../status.ts'
import { actorOf, inPlace, placeOf } from './common.ts'

const named = '[{repository.full_name|repository.name}]({repository.html_url})'
const repository = phrased(inPlace(), {
  created: `{actor} created the repository ${named}.{>repository.description}`,
  deleted: '{actor} deleted the repository {repository.full_name}.',
  archived: `{actor} archived the repository ${named}.`,
  unarchived: `{actor} unarchived the repository ${named}.`,
  edited: `{actor} edited the repository ${named}.`,
  renamed: `{actor} renamed the repository ${named}, which was {changes.repository.name.from}.`,
  transferred: `{actor} transferred the repository ${named} from {changes.owner.from.user.login|changes.owner.from.organization.login}.`,
  publicized: `{actor} made the repository ${named} public.`,
  privatized: `{actor} made the repository ${named} private.`,
})

const release = '[{release.name|release.tag_name}]({release.html_url})'
// `published` comes with every release and pre-release. `created`, `released` and `prereleased` accompany it.
export const releasePhrases = {
  published: `{actor} released ${release}.{>release.body}`,
  published_early: `{actor} published the pre-release ${release}.{>release.body}`,
  unpublished: `{actor} unpublished the release ${release}.`,
  edited: `{actor} edited the release ${release}.`,
  deleted: '{actor} deleted the release {release.name|release.tag_name}.',
}

export const releaseAction = (payload: unknown) =>
  textAt(payload, 'action') === 'published' && isTrueAt(payload, 'release.prerelease')
    ? 'published_early'
    : textAt(payload, 'action')

/** Edits of wiki pages. */
const gollum: Handler = (payload) => {
  const total = countAt(payload, 'pages')
  if (total === 0) return undefined
  const pages = listAt(payload, 'pages').map((page) => {
    const verb = textAt(page, 'action') === 'created' ? 'created' : 'edited'
    return `${verb} ${link(textAt(page, 'title', 'page_name') || 'a page', textAt(page, 'html_url'))}`
  })
  const topic = topicOf(placeOf(payload), 'wiki')
  const actor = actorOf(payload)
  return total === 1
    ? { topic, content: `${actor} ${pages[0]} in the wiki.` }
    : { topic, content: `${actor} changed ${count(total, 'page')} of the wiki:${bullets(pages, total)}` }
}

/** The same package arrives as `package`, and as `registry_package` for older webhooks. */
const packageChange = (field: string) => {
  const version = `[{${field}.name} {${field}.package_version.version}]({${field}.package_version.html_url|${field}.html_url})`
  return phrased(inPlace('packages'), {
    published: `{actor} published the package ${version}.`,
    updated: `{actor} updated the package ${version}.`,
  })
}

const rule = (kind: string, field: string) =>
  phrased(inPlace('rules'), {
    created: `{actor} created the ${kind} \`{${field}.name}\`.`,
    edited: `{actor} edited the ${kind} \`{${field}.name}\`.`,
    deleted: `{actor} deleted the ${kind} \`{${field}.name}\`.`,
  })

const deployKey = phrased(inPlace('deploy keys'), {
  created: '{actor} added the deploy key {key.title}.',
  deleted: '{actor} deleted the deploy key {key.title}.',
})

const repositoryImport: Handler = (payload) => {
  const status = textAt(payload, 'status')
  if (status === '') return undefined
  const linked = link(placeOf(payload), textAt(payload, 'repository.html_url'))
  return {
    topic: placeOf(payload),
    content: `${statusMark(status)} Import of ${linked}: ${readable(status)}.`,
  }
}

export const repositoryHandlers: Handlers = {
  repository,
  fork: sentence(inPlace(), '{actor} forked the repository to [{forkee.full_name}]({forkee.html_url}).'),
  star: phrased(inPlace('stars'), {
    created: `:star: {actor} starred ${named}, which has {repository.stargazers_count} stars.`,
    deleted: `{actor} unstarred ${named}.`,
  }),
  watch: phrased(inPlace('stars'), { started: `{actor} started watching ${named}.` }),
  public: sentence(inPlace(), `{actor} made the repository ${named} public.`),
  release: phrased(inPlace('releases'), releasePhrases, releaseAction),
  package: packageChange('package'),
  registry_package: packageChange('registry_package'),
  gollum,
  branch_protection_rule: rule('branch protection rule', 'rule'),
  repository_ruleset: rule('ruleset', 'repository_ruleset'),
  deploy_key: deployKey,
  repository_import: repositoryImport,
  ping: sentence(
    inPlace(),
    'GitHub will post events from [{repository.full_name|organization.login|hook.type}]({repository.html_url}) here.',
  ),
  meta: phrased(inPlace(), { deleted: '{actor} deleted the webhook that posts here.' }),
}
