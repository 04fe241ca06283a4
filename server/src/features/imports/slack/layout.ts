import type { Archive } from '../archives/archive.ts'
import { ImportError } from '../import-error.ts'

/** Locations in a Slack export. */
export interface SlackLayout {
  userFiles: string[]
  /** Files with the messages of one day, by the name of their folder. */
  days: ReadonlyMap<string, string[]>
  /** Canvases, which have no counterpart. */
  canvases: number
  /** The entry with the bytes of a file, if a tool added them. */
  bytesOf(file: { id: string; name: string }, folder: string, channel: string): string | undefined
}

const dayFile = /^([^/]+)\/(\d{4}-\d{2}-\d{2}[^/]*)\.json$/
const uploadFile = /^__uploads\/([^/]+)\/[^/]+$/
const attachmentFile = /^[^/]+\/attachments\/([^/-]+)-[^/]+$/

export function layoutOf(archive: Archive): SlackLayout {
  const days = new Map<string, string[]>()
  const uploads = new Map<string, string>()
  const canvases = new Set<string>()
  for (const name of archive.names()) {
    const folder = name.slice(0, Math.max(name.indexOf('/'), 0))
    if (folder.startsWith('FC:') || name.endsWith('/canvas_in_the_conversation.json')) {
      canvases.add(folder)
      continue
    }
    const [, file] = uploadFile.exec(name) ?? attachmentFile.exec(name) ?? []
    if (file !== undefined) {
      uploads.set(`${folder}\n${file}`, name)
      continue
    }
    if (!dayFile.test(name)) continue
    const files = days.get(folder)
    if (files === undefined) days.set(folder, [name])
    else files.push(name)
  }
  for (const files of days.values()) files.sort()
  const userFiles = ['users.json', 'org_users.json'].filter((name) => archive.has(name))
  assertStructure(archive, userFiles)
  return {
    userFiles,
    days,
    canvases: canvases.size,
    bytesOf: ({ id }, folder, channel) =>
      uploads.get(`__uploads\n${id}`) ?? uploads.get(`${folder}\n${id}`) ?? uploads.get(`${channel}\n${id}`),
  }
}

function assertStructure(archive: Archive, userFiles: readonly string[]): void {
  if (userFiles.length === 0) throw new ImportError('archive-not-of-slack', { entry: 'users.json' })
  if (!archive.has('channels.json')) throw new ImportError('archive-not-of-slack', { entry: 'channels.json' })
}

/** Entries that are data rather than files of messages. */
export const isSlackData = (name: string) =>
  name.endsWith('.json') && !name.startsWith('__uploads/') && !/^[^/]+\/attachments\//.test(name)

/** Name of the workspace, from `Acme Slack export Mar 1 2024 - Mar 31 2024.zip`. */
export const workspaceName = (fileName: string) =>
  fileName
    .replace(/\.zip$/i, '')
    .replace(/ Slack export.*$/i, '')
    .trim() || 'Slack'
