import { type Handler, type Handlers, phrased, sentence } from '../handlers.ts'
import { bullets, plain, topicOf } from '../markup.ts'
import { countAt, textAt, textsIn } from '../read.ts'
import { actorOf, inPlace, placeOf } from './common.ts'

const member = phrased(inPlace('members'), {
  added: '{actor} added {member.login} as a collaborator.',
  edited: '{actor} changed the permissions of {member.login}.',
  removed: '{actor} removed {member.login} as a collaborator.',
})

const membership = phrased(inPlace('teams'), {
  added: '{actor} added {member.login} to the team [{team.name}]({team.html_url}).',
  removed: '{actor} removed {member.login} from the team [{team.name}]({team.html_url}).',
})

const organization = phrased(inPlace('members'), {
  member_added: '{membership.user.login} joined the organization.',
  member_removed: '{actor} removed {membership.user.login} from the organization.',
  member_invited: '{actor} invited {user.login|invitation.login|invitation.email} to the organization.',
  renamed: '{actor} renamed the organization, which was {changes.login.from}.',
  deleted: '{actor} deleted the organization.',
})

const orgBlock = phrased(inPlace('members'), {
  blocked: '{actor} blocked {blocked_user.login}.',
  unblocked: '{actor} unblocked {blocked_user.login}.',
})

const team = phrased(inPlace('teams'), {
  created: '{actor} created the team [{team.name}]({team.html_url}).{>team.description}',
  edited: '{actor} edited the team [{team.name}]({team.html_url}).',
  deleted: '{actor} deleted the team {team.name}.',
  added_to_repository: '{actor} gave the team [{team.name}]({team.html_url}) access to the repository.',
  removed_from_repository:
    '{actor} removed the access of the team [{team.name}]({team.html_url}) to the repository.',
})

const app = 'the app `{installation.app_slug}`'
const installation = phrased(inPlace('apps'), {
  created: `{actor} installed ${app}.`,
  deleted: `{actor} uninstalled ${app}.`,
  suspend: `{actor} suspended ${app}.`,
  unsuspend: `{actor} unsuspended ${app}.`,
  new_permissions_accepted: `{actor} accepted new permissions of ${app}.`,
})

const installationRepositories: Handler = (payload) => {
  const isAdded = textAt(payload, 'action') === 'added'
  const field = isAdded ? 'repositories_added' : 'repositories_removed'
  const total = countAt(payload, field)
  if (total === 0) return undefined
  const app = `the app ${plain(textAt(payload, 'installation.app_slug'))}`
  const change = isAdded ? `gave ${app} access to` : `removed the access of ${app} to`
  const repositories = `${total} ${total === 1 ? 'repository' : 'repositories'}`
  const names = textsIn(payload, field, 'full_name').map((name) => plain(name))
  return {
    topic: topicOf(placeOf(payload), 'apps'),
    content: `${actorOf(payload)} ${change} ${repositories}:${bullets(names, total)}`,
  }
}

const sponsor = '[{sponsorship.sponsor.login}]({sponsorship.sponsor.html_url})'
const sponsored = '{sponsorship.sponsorable.login}'
const sponsorship = phrased(
  (payload) => ({
    topic: topicOf(textAt(payload, 'sponsorship.sponsorable.login') || 'GitHub', 'sponsors'),
    values: {},
  }),
  {
    created: `:tada: ${sponsor} started sponsoring ${sponsored} ({sponsorship.tier.name}).`,
    cancelled: `${sponsor} stopped sponsoring ${sponsored}.`,
    edited: `${sponsor} changed the privacy of the sponsorship.`,
    tier_changed: `${sponsor} changed the sponsorship from {changes.tier.from.name} to {sponsorship.tier.name}.`,
    pending_cancellation: `${sponsor} will stop sponsoring ${sponsored} on {effective_date}.`,
    pending_tier_change: `${sponsor} will change the sponsorship of {changes.tier.from.name} on {effective_date}.`,
  },
)

const tokenOwner = '{personal_access_token_request.owner.login}'
const tokenRequest = phrased(inPlace('access tokens'), {
  created: `${tokenOwner} requested access with a personal access token.`,
  approved: `{actor} approved the personal access token of ${tokenOwner}.`,
  denied: `{actor} denied the personal access token of ${tokenOwner}.`,
  cancelled: `${tokenOwner} withdrew the request for a personal access token.`,
})

export const peopleHandlers: Handlers = {
  member,
  membership,
  organization,
  org_block: orgBlock,
  team,
  team_add: sentence(
    inPlace('teams'),
    '{actor} gave the team [{team.name}]({team.html_url}) access to [{repository.full_name}]({repository.html_url}).',
  ),
  installation,
  installation_repositories: installationRepositories,
  sponsorship,
  personal_access_token_request: tokenRequest,
}
