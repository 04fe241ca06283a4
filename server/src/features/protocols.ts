import type { Protocol } from '../http/protocols.ts'
import { oauthProtocols } from './administration/oauth/protocol.ts'
import { scim } from './administration/scim/protocol.ts'
import { resumableUploads } from './conversation/uploads/tus.ts'
import { archiveUploads } from './imports/requests/tus.ts'
import { mcp } from './reach/mcp/protocol.ts'
import { routes } from './routes.ts'

export const protocols: Protocol[] = [resumableUploads, archiveUploads, scim, ...oauthProtocols, mcp(routes)]
