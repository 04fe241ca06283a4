import type { Page } from '../pages/pages.ts'
import { externalLoginPages } from './external-login/pages.ts'
import { invitationPages } from './invitations/pages.ts'
import { organizationPages } from './organization/pages.ts'
import { signInPages } from './sign-in/pages.ts'

/** Every page that people see in a browser without an app. */
export const pages: Page[] = [...signInPages, ...externalLoginPages, ...invitationPages, ...organizationPages]
