import type { Page } from '../../../pages/pages.ts'
import { html } from '../../../platform/html.ts'
import { reactivateByLink } from './deactivate.ts'

const reactivate: Page = {
  path: '/reactivate/:key',
  show: ({ realm, text }) => ({
    title: text('reactivate.title'),
    body: html`<form method="post"><p>${text('reactivate.ask', { organization: realm.directory.realm.name })}</p>
      <button>${text('reactivate.title')}</button></form>`,
  }),
  submit: async ({ app, realm, path, text }) => {
    await reactivateByLink(app, realm, path.key ?? '')
    return {
      title: text('reactivate.done', { organization: realm.directory.realm.name }),
      body: html`<p><a href="/login">${text('logIn')}</a></p>`,
    }
  },
}

export const organizationPages: Page[] = [reactivate]
