import { WireError } from '@loquat/contract'
import { type Shown, sentence, type Visit } from '../../../pages/pages.ts'
import { type Html, html } from '../../../platform/html.ts'

/** Shows login errors on a page with a link back. */
export async function withErrorPage(visit: Visit, act: () => Promise<Shown>): Promise<Shown> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof WireError && error.status < 500)
      return refusal(visit, sentence(error, visit.language), error.status)
    throw error
  }
}

export const refusal = ({ text }: Visit, reason: Html, status = 400): Shown => ({
  title: text('login.refused'),
  status,
  body: html`<p>${reason}</p><p><a href="/login">${text('login.back')}</a></p>`,
})
