import type { Route } from '../http/implement.ts'
import { alertWordRoutes } from './alert-words/routes.ts'
import { channelRoutes } from './channels/routes.ts'
import { draftRoutes } from './drafts/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { eventRoutes } from './register/routes.ts'
import { serverRoutes } from './server/routes.ts'
import { snippetRoutes } from './snippets/routes.ts'
import { typingRoutes } from './typing/routes.ts'
import { userRoutes } from './users/routes.ts'

/** Every endpoint of the contract with its handler. */
export const routes: Route[] = [
  ...serverRoutes,
  ...userRoutes,
  ...channelRoutes,
  ...messageRoutes,
  ...draftRoutes,
  ...snippetRoutes,
  ...alertWordRoutes,
  ...typingRoutes,
  ...eventRoutes,
]
