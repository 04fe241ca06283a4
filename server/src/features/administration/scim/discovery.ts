import { notFound, ScimError } from './errors.ts'
import { maxResults } from './list.ts'
import type { ScimRequest, ScimResponse } from './requests.ts'
import { scimPath } from './resources.ts'
import { listSchema, resourceTypes, schemas, serviceProviderConfig } from './schemas.ts'

/** The documents by which a provider learns what the server supports. Undefined for other paths. */
export function answerDiscovery({ realm, method, path }: ScimRequest): ScimResponse | undefined {
  const [kind = '', id] = path
  const locate = <T extends object>(resourceType: string, at: string, document: T) => ({
    ...document,
    meta: { resourceType, location: `${realm.directory.url}${scimPath}/${at}` },
  })
  const documents = {
    ServiceProviderConfig: undefined,
    ResourceTypes: resourceTypes.map((one) => locate('ResourceType', `ResourceTypes/${one.id}`, one)),
    Schemas: schemas.map((one) => locate('Schema', `Schemas/${one.id}`, one)),
  }
  if (!(kind in documents)) return undefined
  if (method !== 'GET') throw new ScimError(405, `${kind} can only be read.`)
  const list = documents[kind as keyof typeof documents]
  if (list === undefined) {
    const body = locate('ServiceProviderConfig', 'ServiceProviderConfig', serviceProviderConfig(maxResults))
    return { status: 200, body }
  }
  if (id !== undefined) {
    const body = list.find((one) => one.id.toLowerCase() === id.toLowerCase())
    if (body === undefined) throw notFound(`There is no ${JSON.stringify(id)} in ${kind}.`)
    return { status: 200, body }
  }
  const totalResults = list.length
  const paging = { totalResults, startIndex: 1, itemsPerPage: totalResults }
  return { status: 200, body: { schemas: [listSchema], ...paging, Resources: list } }
}
