import type { Archive } from '../archives/archive.ts'
import { jsonRows } from '../archives/json.ts'
import { assertSafeName } from '../archives/limits.ts'
import { asRecord, type Loose } from '../loose.ts'

/** Files of channels, with parts of one channel in order. */
export function channelFiles(archive: Archive): string[] {
  const names = [...archive.names()].filter(isChannelFile)
  return names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

/** Media are in folders named after their channel's file. */
export const isChannelFile = (name: string) => name.endsWith('.json') && !/_Files\//i.test(name)

export interface ChannelFileRow {
  key: 'guild' | 'channel' | 'messages' | 'other'
  value: Loose
}

export async function* rowsOf(archive: Archive, name: string): AsyncGenerator<ChannelFileRow> {
  for await (const { key, value } of jsonRows(await archive.open(name), name)) {
    if (key === undefined) return
    yield {
      key: key === 'guild' || key === 'channel' || key === 'messages' ? key : 'other',
      value: asRecord(value),
    }
  }
}

/** The entry of a downloaded file. Addresses are relative to the channel's file and percent-encoded. */
export function entryAt(archive: Archive, file: string, url: string): string | undefined {
  if (url === '' || /^[a-z]+:/i.test(url)) return undefined
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const path = url.replaceAll('\\', '/').replace(/^\.\//, '')
  assertSafeName(decoded(path))
  return [decoded(path), path].map((one) => folder + one).find((one) => archive.has(one))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
