import type { Site } from '../http/server.ts'
import { pageSite } from '../pages/pages.ts'
import { webApp } from '../web/serve.ts'
import { externalLoginPages } from './external-login/pages.ts'
import { invitationPages } from './invitations/pages.ts'
import { organizationPages } from './organization/pages.ts'
import { signInPages } from './sign-in/pages.ts'

/** What browsers show: the server-rendered pages, and the web app. */
export const sites: readonly Site[] = [
  pageSite([...signInPages, ...externalLoginPages, ...invitationPages, ...organizationPages]),
  webApp,
]
