import { inPlace } from './github/common.ts'
import { commentPhrases, describeIssue, editedAction, issueComment, issuePhrases } from './github/issues.ts'
import {
  describePullRequest,
  pullRequest,
  pullRequestAction,
  pullRequestPhrases,
} from './github/pull-requests.ts'
import { refHandlers } from './github/push.ts'
import { releaseAction, releasePhrases } from './github/repository.ts'
import { byEvent, type Handlers, type Phrases, phrased, sentence } from './handlers.ts'
import type { Integration } from './integration.ts'

/** Actions that GitHub names otherwise or does not have. */
const ownPhrases: Phrases = {
  label_updated: '{actor} changed the labels of {it}.',
  label_cleared: '{actor} removed all labels from {it}.',
  synchronized: '{actor} pushed to {it}{head}.',
}

const named = '[{repository.full_name}]({repository.html_url})'
const wikiPage = '[{page}]({repository.html_url})'

/** The payloads follow GitHub, except reviews, which have one event per verdict. */
const handlers: Handlers = {
  ...refHandlers,
  fork: sentence(inPlace(), `{actor} forked {forkee.full_name} to ${named}.`),
  issues: phrased(describeIssue, { ...issuePhrases, ...ownPhrases }, editedAction),
  issue_comment: issueComment,
  pull_request: phrased(describePullRequest, { ...pullRequestPhrases, ...ownPhrases }, pullRequestAction),
  pull_request_comment: phrased(pullRequest, {
    ...commentPhrases,
    reviewed: '{actor} reviewed {it}.{>review.content}',
  }),
  pull_request_approved: sentence(pullRequest, '{actor} approved {it}.{>review.content}'),
  pull_request_rejected: sentence(pullRequest, '{actor} requested changes to {it}.{>review.content}'),
  release: phrased(inPlace('releases'), { ...releasePhrases, updated: releasePhrases.edited }, releaseAction),
  repository: phrased(inPlace(), {
    created: `{actor} created the repository ${named}.{>repository.description}`,
    deleted: '{actor} deleted the repository {repository.full_name}.',
  }),
  wiki: phrased(inPlace('wiki'), {
    created: `{actor} created the page ${wikiPage} in the wiki.{>comment}`,
    edited: `{actor} edited the page ${wikiPage} in the wiki.{>comment}`,
    deleted: '{actor} deleted the page {page} of the wiki.',
  }),
  package: phrased(inPlace('packages'), {
    created: '{actor} published the package [{package.name} {package.version}]({package.html_url}).',
    deleted: '{actor} deleted the package {package.name} {package.version}.',
  }),
}

export const gitea: Integration = {
  name: 'gitea',
  title: 'Gitea',
  category: 'Version control',
  description: 'Posts pushes, issues, pull requests, reviews, releases and wiki edits.',
  eventHeader: 'x-gitea-event',
  ...byEvent(handlers),
}

export const forgejo: Integration = {
  ...gitea,
  name: 'forgejo',
  title: 'Forgejo',
  eventHeader: 'x-forgejo-event',
}
