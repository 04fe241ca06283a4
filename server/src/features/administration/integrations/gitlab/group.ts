import { type Handlers, phrased, sentence } from '../handlers.ts'
import { attributeAction, inPlace } from './common.ts'

const wikiPage = phrased(
  inPlace('wiki'),
  {
    create:
      '{actor} created the wiki page [{object_attributes.title}]({object_attributes.url}).{>object_attributes.message}',
    update:
      '{actor} edited the wiki page [{object_attributes.title}]({object_attributes.url}).{>object_attributes.message}',
    delete: '{actor} deleted the wiki page {object_attributes.title}.',
  },
  attributeAction,
)

/** The actor of events about members is the member. */
const member = (phrase: string) => sentence(inPlace('members'), phrase)

const expiring = (kind: string) =>
  sentence(
    inPlace('access tokens'),
    `:warning: The ${kind} \`{object_attributes.name}\` expires on {object_attributes.expires_at}.`,
  )

const vulnerability = sentence(
  inPlace('security'),
  ':rotating_light: Vulnerability [{object_attributes.title}]({object_attributes.url}): {object_attributes.state} ({object_attributes.severity}).',
)

export const groupHandlers: Handlers = {
  wiki_page: wikiPage,
  user_add_to_group: member('{actor} was added to the group as {group_access}.'),
  user_update_for_group: member('{actor} is now {group_access} of the group.'),
  user_remove_from_group: member('{actor} was removed from the group.'),
  user_access_request_to_group: member('{actor} requested access to the group.'),
  user_access_request_denied_for_group: member('The request of {actor} for access to the group was denied.'),
  project_create: sentence(inPlace(), 'The project {path_with_namespace|name} was created.'),
  project_destroy: sentence(inPlace(), 'The project {path_with_namespace|name} was deleted.'),
  subgroup_create: sentence(inPlace(), 'The subgroup {full_path|name} was created.'),
  subgroup_destroy: sentence(inPlace(), 'The subgroup {full_path|name} was deleted.'),
  access_token: expiring('access token'),
  deploy_token: expiring('deploy token'),
  vulnerability,
}
