import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { invalid } from './errors.ts'
import { assertUsable, matches } from './filters/match.ts'
import { type Filter, parseFilter } from './filters/parse.ts'
import { type Projection, project, projectionOf } from './projection.ts'
import { isManaged, isVisible, presentGroup, presentUser, type Resource } from './resources.ts'
import { type Attribute, attributesOf, listSchema, type ResourceType } from './schemas.ts'
import { type SortOrder, sortOrder, sortResources } from './sort.ts'
import { groupRows, modifiedTimes, userRows, usersWithExternalId } from './store.ts'

export const maxResults = 200
const defaultCount = 100

interface ListRequest extends Projection {
  filter: Filter | undefined
  sort: SortOrder | undefined
  startIndex: number
  count: number
}

/** Reads the parameters of a list, from a URL or the body of a search. */
export function listRequest(params: Readonly<Record<string, unknown>>, type: ResourceType): ListRequest {
  const { filter } = params
  if (filter !== undefined && typeof filter !== 'string')
    throw invalid('invalidFilter', 'filter must be text.')
  const parsed = filter === undefined || filter.trim() === '' ? undefined : parseFilter(filter)
  if (parsed !== undefined) assertUsable(parsed, attributesOf[type])
  return {
    filter: parsed,
    sort: sortOrder(params.sortBy, params.sortOrder, attributesOf[type]),
    // RFC 7644, section 3.4.2.4: smaller values count as 1 and 0.
    startIndex: Math.max(1, integerIn(params.startIndex, 'startIndex') ?? 1),
    count: Math.min(maxResults, Math.max(0, integerIn(params.count, 'count') ?? defaultCount)),
    ...projectionOf(params.attributes, params.excludedAttributes),
  }
}

function integerIn(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw invalid('invalidValue', `${name} must be a whole number.`)
  return number
}

export async function listResources(
  app: App,
  realm: Realm,
  type: ResourceType,
  request: ListRequest,
): Promise<object> {
  await realm.follower.advance()
  const { total, page } =
    type === 'User' ? await findUsers(app, realm, request) : await findGroups(app, realm, request)
  return {
    schemas: [listSchema],
    totalResults: total,
    startIndex: request.startIndex,
    itemsPerPage: page.length,
    Resources: page.map((resource) => project(resource, request)),
  }
}

const pageOf = <T>(all: readonly T[], { startIndex, count }: ListRequest): T[] =>
  all.slice(startIndex - 1, startIndex - 1 + count)

const byId = (a: { id: number }, b: { id: number }) => a.id - b.id

/** Filters, sorts and cuts. Resources of other pages are presented only if that needs their attributes. */
function found<T>(
  all: readonly T[],
  present: (one: T) => Resource,
  request: ListRequest,
  attributes: readonly Attribute[],
): { total: number; page: Resource[] } {
  const { filter, sort } = request
  if (filter === undefined && sort === undefined)
    return { total: all.length, page: pageOf(all, request).map(present) }
  const matching = all.map(present).filter((one) => !filter || matches(filter, one, attributes))
  const sorted = sort === undefined ? matching : sortResources(matching, sort, attributes)
  return { total: sorted.length, page: pageOf(sorted, request) }
}

async function findUsers({ database: { db } }: App, realm: Realm, request: ListRequest) {
  const { directory } = realm
  const { filter } = request
  const candidates = filter && (await candidatesFor(db, realm, filter))
  const ids = candidates?.map((user) => user.id)
  const [rows, modified] = await Promise.all([
    userRows(db, realm.id, ids),
    modifiedTimes(db, realm.id, 'account', ids),
  ])
  const users = (candidates ?? [...directory.users.values()])
    .filter((user) => isVisible(user, rows.get(user.id)))
    .sort(byId)
  const present = (user: User) => presentUser(directory, user, rows.get(user.id), modified.get(user.id))
  return found(users, present, request, attributesOf.User)
}

/** The few users that a comparison can match, for the two that providers send with every change. */
async function candidatesFor(
  db: App['database']['db'],
  { id, directory }: Realm,
  filter: Filter,
): Promise<User[] | undefined> {
  if (filter.kind !== 'compare' || filter.op !== 'eq' || typeof filter.value !== 'string') return undefined
  const { attribute } = filter.path
  if (attribute === 'username') return [directory.userByEmail(filter.value) ?? []].flat()
  if (attribute !== 'externalid') return undefined
  const ids = await usersWithExternalId(db, id, filter.value)
  return ids.flatMap((userId) => directory.users.get(userId) ?? [])
}

async function findGroups({ database: { db } }: App, realm: Realm, request: ListRequest) {
  const { directory } = realm
  const [rows, modified] = await Promise.all([
    groupRows(db, realm.id),
    modifiedTimes(db, realm.id, 'user_group'),
  ])
  const groups = [...directory.groups.values()].filter(isManaged).sort(byId)
  const present = (group: (typeof groups)[number]): Resource =>
    presentGroup(directory, group, rows.get(group.id), modified.get(group.id))
  return found(groups, present, request, attributesOf.Group)
}
