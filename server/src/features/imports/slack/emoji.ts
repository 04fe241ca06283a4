import type { Archive } from '../archives/archive.ts'
import { jsonFile } from '../archives/json.ts'
import { asRecord, asText } from '../loose.ts'
import type { SourceEmoji } from '../model.ts'
import { readSmall } from '../read-small.ts'
import type { Report } from '../report.ts'
import type { Downloads } from './download.ts'
import { type CustomEmoji, codeOfName } from './text/context.ts'

/** Custom emoji, which are in no export of Slack. Tools add a folder with pictures and the index of the workspace. */
export interface SlackEmoji {
  byName(name: string): CustomEmoji | undefined
  emoji(): Iterable<SourceEmoji>
}

const index = 'emojis/index.json'
const maxAliases = 10

export async function readEmoji(
  archive: Archive,
  downloads: Downloads | undefined,
  report: Report,
): Promise<SlackEmoji> {
  const addresses = archive.has(index)
    ? new Map(
        Object.entries(asRecord(await jsonFile(await archive.open(index), index))).map(([name, url]) => [
          name,
          asText(url),
        ]),
      )
    : new Map<string, string>()
  const pictures = new Map<string, string>()
  for (const name of archive.names()) {
    const [, emoji] = /^emojis\/([^/]+)\.(?:png|gif|jpe?g|webp)$/i.exec(name) ?? []
    if (emoji !== undefined) pictures.set(emoji, name)
  }
  const isPicture = (name: string) =>
    pictures.has(name) || (downloads !== undefined && /^https:/.test(addresses.get(name) ?? ''))

  const byName = (name: string): CustomEmoji | undefined => {
    let target = name
    for (let left = maxAliases; left > 0; left--) {
      if (isPicture(target)) return { custom: target }
      const address = addresses.get(target)
      if (address?.startsWith('alias:') !== true) break
      target = address.slice('alias:'.length)
    }
    if (target === name) return undefined
    const code = codeOfName(target)
    return code === undefined ? undefined : { code }
  }

  function* emoji(): Iterable<SourceEmoji> {
    for (const name of new Set([...addresses.keys(), ...pictures.keys()])) {
      const entry = pictures.get(name)
      const address = addresses.get(name) ?? ''
      if (entry !== undefined)
        yield { id: name, name, picture: async () => await readSmall(await archive.open(entry)) }
      else if (address.startsWith('alias:')) continue
      else if (isPicture(name))
        yield { id: name, name, picture: async () => await downloads?.picture(address) }
      else report.skip('emoji', 'bytes are not in the archive')
    }
  }
  return { byName, emoji }
}
