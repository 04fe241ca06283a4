import type { WebhookMessage } from '../../administration/integrations/integration.ts'
import { fitted, link, plain, quote } from '../../administration/integrations/markup.ts'
import { absoluteUrl } from '../link-previews/page.ts'
import { type FeedEntry, wordsOf } from './parse.ts'

const maxSummary = 500

/** The message about an entry: linked title, author and the beginning of the text. Undefined if the entry says nothing. */
export async function messageFor(
  entry: FeedEntry,
  topic: string,
  feedUrl: URL,
): Promise<WebhookMessage | undefined> {
  const address = absoluteUrl(entry.link, feedUrl)
  const title = await wordsOf(entry.title)
  const author = plain(await wordsOf(entry.author), 100)
  const summary = (await wordsOf(entry.summary)) || (await wordsOf(entry.content))
  const heading = link(title || address || summary.slice(0, 80), address)
  if (heading === '') return undefined
  const isRepeated = summary === title || (title === '' && address === '')
  const content = `**${heading}**${author && ` · ${author}`}${isRepeated ? '' : quote(plain(summary, maxSummary))}`
  return fitted({ topic, content }, feedUrl.host)
}
