import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageWanted } from '../pages/language.ts'
import { layout } from '../pages/layout.ts'
import { textsIn } from '../pages/texts.ts'
import { html } from '../platform/html.ts'

const reloadSeconds = 2

/** A page that reloads itself until the web app is built. */
export async function sendPreparing(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const language = languageWanted(new URLSearchParams(), request.headers) ?? 'en'
  const text = textsIn(language)
  await reply
    .code(503)
    .header('retry-after', reloadSeconds)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(layout(text('preparing'), html`<p>${text('preparingWhat')}</p>`, { language, reloadSeconds }))
}
