import { notFound, ScimError } from './errors.ts'
import { patchedGroup, replacedGroup } from './group-state.ts'
import { changeGroup, createScimGroup, deleteScimGroup, getGroup } from './groups.ts'
import { listRequest, listResources } from './list.ts'
import { type JsonObject, operationsIn } from './patch.ts'
import { type Projection, project, projectionOf } from './projection.ts'
import type { Resource } from './resources.ts'
import type { ResourceType } from './schemas.ts'
import { patchedState, replacedState } from './user-state.ts'
import { changeUser, createScimUser, deleteOrDeactivate, getUser, type ScimCall } from './users.ts'

export interface ScimRequest extends ScimCall {
  method: string
  /** The parts of the path behind `/scim/v2`. */
  path: readonly string[]
  params: Readonly<Record<string, string>>
  readBody(): Promise<JsonObject>
}

export interface ScimResponse {
  status: number
  body?: object
  /** Gives the response its entity tag. */
  resource?: Resource
  /** Whether `If-None-Match` applies. */
  isRead?: boolean
}

interface Actions {
  get(call: ScimCall, id: string): Promise<Resource>
  create(call: ScimCall, body: JsonObject): Promise<Resource>
  replace(call: ScimCall, id: string, body: JsonObject): Promise<Resource>
  patch(call: ScimCall, id: string, body: JsonObject): Promise<Resource>
  remove(call: ScimCall, id: string): Promise<void>
}

const actions: Record<ResourceType, Actions> = {
  User: {
    get: getUser,
    create: createScimUser,
    replace: async (call, id, body) => {
      await changeUser(call, id, (before) => replacedState(before, body))
      return await getUser(call, id)
    },
    patch: async (call, id, body) => {
      const operations = operationsIn(body)
      await changeUser(call, id, (before) => patchedState(before, operations))
      return await getUser(call, id)
    },
    remove: (call, id) => deleteOrDeactivate(call, id, { isDeleted: true }),
  },
  Group: {
    get: getGroup,
    create: createScimGroup,
    replace: (call, id, body) => changeGroup(call, id, (before) => replacedGroup(before, body)),
    patch: async (call, id, body) => {
      const operations = operationsIn(body)
      return await changeGroup(call, id, (before) => patchedGroup(before, operations))
    },
    remove: deleteScimGroup,
  },
}

const types: Readonly<Record<string, ResourceType>> = { users: 'User', groups: 'Group' }
const unsupported = ['bulk', 'me']

/** Responds to requests for users and groups. */
export async function answerResource(request: ScimRequest): Promise<ScimResponse> {
  const { path, method, app, realm, params } = request
  const [kind = '', id, ...more] = path
  if (unsupported.includes(kind.toLowerCase())) throw new ScimError(501, `/${kind} is not supported.`)
  const type = types[kind.toLowerCase()]
  if (type === undefined || more.length > 0) throw notFound('There is nothing at this path.')
  if (id === undefined) {
    if (method === 'GET')
      return { status: 200, body: await listResources(app, realm, type, listRequest(params, type)) }
    if (method !== 'POST') throw new ScimError(405, `${method} needs the ID of a resource.`)
    const created = await actions[type].create(request, await request.readBody())
    return shown(created, 201, projectionOf(params.attributes, params.excludedAttributes))
  }
  if (id === '.search' && method === 'POST') {
    const body = await request.readBody()
    return { status: 200, body: await listResources(app, realm, type, listRequest(body, type)) }
  }
  return await answerOne(request, actions[type], id)
}

async function answerOne(
  request: ScimRequest,
  { get, replace, patch, remove }: Actions,
  id: string,
): Promise<ScimResponse> {
  const { method, params } = request
  const projection = projectionOf(params.attributes, params.excludedAttributes)
  switch (method) {
    case 'GET':
      return { ...shown(await get(request, id), 200, projection), isRead: true }
    case 'PUT':
      return shown(await replace(request, id, await request.readBody()), 200, projection)
    case 'PATCH':
      return shown(await patch(request, id, await request.readBody()), 200, projection)
    case 'DELETE':
      await remove(request, id)
      return { status: 204 }
    default:
      throw new ScimError(405, `${method} is not supported for one resource.`)
  }
}

const shown = (resource: Resource, status: number, projection: Projection): ScimResponse => ({
  status,
  resource,
  body: project(resource, projection),
})
