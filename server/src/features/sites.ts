import type { Site } from '../http/server.ts'
import { pageSite } from '../pages/pages.ts'
import { webApp } from '../web/serve.ts'
import { externalLoginPages } from './administration/external-login/pages.ts'
import { invitationPages } from './administration/invitations/pages.ts'
import { consentPage } from './administration/oauth/consent-page.ts'
import { organizationPages } from './administration/realm-lifecycle/pages.ts'
import { samlPages } from './administration/saml/pages.ts'
import { signInPages } from './administration/sign-in/pages.ts'
import { callPages } from './conversation/calls/pages.ts'
import { videoProviderPages } from './reach/video-providers/pages.ts'

/** The sites that browsers show: the server-rendered pages, and the web app. */
export const sites: readonly Site[] = [
  pageSite([
    ...signInPages,
    ...externalLoginPages,
    ...samlPages,
    ...invitationPages,
    ...organizationPages,
    ...videoProviderPages,
    ...callPages,
    consentPage,
  ]),
  webApp,
]
