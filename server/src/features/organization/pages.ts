import { html } from '../../pages/layout.ts'
import type { Page } from '../../pages/pages.ts'
import { reactivateByLink } from './deactivate.ts'

const reactivate: Page = {
  path: '/reactivate/:key',
  show: ({ realm }) => ({
    title: 'Bring it back',
    body: html`<form method="post"><p>Bring ${realm.directory.realm.name} back, as it was?</p>
      <button>Bring it back</button></form>`,
  }),
  submit: async ({ app, realm, path }) => {
    await reactivateByLink(app, realm, path.key ?? '')
    return {
      title: `${realm.directory.realm.name} is back`,
      body: html`<p><a href="/login">Log in</a></p>`,
    }
  },
}

export const organizationPages: Page[] = [reactivate]
