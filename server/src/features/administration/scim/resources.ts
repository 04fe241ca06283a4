import { createHash } from 'node:crypto'
import { type Directory, type Group, isBot, type User } from '../../../directory/directory.ts'
import { ScimError } from './errors.ts'
import { groupSchema, type ResourceType, userSchema } from './schemas.ts'
import type { UserRow } from './store.ts'

export const scimPath = '/scim/v2'

/** A user or group as the provider sees it. */
export interface Resource extends Record<string, unknown> {
  id: string
  meta: {
    resourceType: ResourceType
    created: string
    lastModified: string
    location: string
    version: string
  }
}

type Content = Omit<Resource, 'meta'>

/** The entity tag is the hash of the content, so it changes however the resource was changed. */
function withMeta(
  directory: Directory,
  resourceType: ResourceType,
  { createdAt, modifiedAt }: { createdAt: number; modifiedAt: Date | undefined },
  content: Content & { id: string },
): Resource {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
  const location = `${directory.url}${scimPath}/${resourceType}s/${content.id}`
  const created = new Date(createdAt).toISOString()
  const lastModified = new Date(Math.max(createdAt, modifiedAt?.getTime() ?? 0)).toISOString()
  return { ...content, meta: { resourceType, created, lastModified, location, version: `W/"${hash}"` } }
}

/** Whether the provider sees an account: people who it has not deleted. */
export const isVisible = (user: User, row: UserRow | undefined) =>
  !isBot(user) && !user.isSystemBot && (user.isActive || row?.isDeleted !== true)

export function presentUser(
  directory: Directory,
  user: User,
  row: UserRow | undefined,
  modifiedAt: Date | undefined,
): Resource {
  return withMeta(
    directory,
    'User',
    { createdAt: user.createdAt, modifiedAt },
    {
      schemas: [userSchema],
      id: String(user.id),
      ...(row?.externalId ? { externalId: row.externalId } : {}),
      userName: user.deliveryEmail,
      name: {
        formatted: user.fullName,
        ...(row?.familyName ? { familyName: row.familyName } : {}),
        ...(row?.givenName ? { givenName: row.givenName } : {}),
      },
      displayName: user.fullName,
      active: user.isActive,
      emails: [{ value: user.deliveryEmail, type: 'work', primary: true }],
    },
  )
}

/** Groups by role and deactivated groups are not resources. */
export const isManaged = (group: Group | undefined): group is Group =>
  group !== undefined && !group.isSystem && !group.deactivated

/** The members who are people, also deactivated ones. */
export const peopleIn = (directory: Directory, group: Group): User[] =>
  [...group.members]
    .sort((a, b) => a - b)
    .flatMap((id) => directory.users.get(id) ?? [])
    .filter((user) => !isBot(user))

export function presentGroup(
  directory: Directory,
  group: Group,
  externalId: string | null | undefined,
  modifiedAt: Date | undefined,
): Resource {
  return withMeta(
    directory,
    'Group',
    { createdAt: group.createdAt, modifiedAt },
    {
      schemas: [groupSchema],
      id: String(group.id),
      ...(externalId ? { externalId } : {}),
      displayName: group.name,
      members: peopleIn(directory, group).map((user) => ({
        value: String(user.id),
        $ref: `${directory.url}${scimPath}/Users/${user.id}`,
        display: user.fullName,
        type: 'User',
      })),
    },
  )
}

const tagsIn = (header: string) => header.split(',').map((tag) => tag.trim())
/** Weak comparison: providers send tags with and without the mark. */
const strip = (tag: string) => tag.replace(/^W\//, '')

export const matchesTag = (header: string, { meta }: Resource): boolean =>
  tagsIn(header).some((tag) => tag === '*' || strip(tag) === strip(meta.version))

/** Asserts that a resource has not changed since the provider read it. */
export function assertUnchanged(ifMatch: string | undefined, resource: Resource): void {
  if (ifMatch !== undefined && !matchesTag(ifMatch, resource))
    throw new ScimError(412, 'The resource has changed: its version is another one.')
}
