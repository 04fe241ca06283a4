import type { Archive } from '../archives/archive.ts'
import { jsonLines } from '../archives/json.ts'
import { ImportError } from '../import-error.ts'
import { asRecord, asText, type Loose } from '../loose.ts'

/** A line of the manifest: `{"type": "post", "post": {…}}`. */
export interface ManifestLine {
  line: number
  type: string
  value: Loose
}

/** The JSON Lines file that describes everything but the bytes of files. */
export class Manifest {
  readonly #archive: Archive
  readonly name: string

  constructor(archive: Archive) {
    this.#archive = archive
    this.name = manifestName(archive)
  }

  /** All lines, up to a line number. */
  async *lines(until = Number.POSITIVE_INFINITY): AsyncGenerator<ManifestLine> {
    for await (const { line, value } of jsonLines(await this.#archive.open(this.name), this.name)) {
      const row = asRecord(value)
      const type = asText(row.type)
      yield { line, type, value: asRecord(row[type]) }
      if (line >= until) return
    }
  }

  /** Lines of one type, which end with a known line. */
  async *linesOf(type: string, until: number): AsyncGenerator<ManifestLine> {
    if (until === 0) return
    for await (const line of this.lines(until)) if (line.type === type) yield line
  }
}

/** The only root file of its kind: others are attachments. */
function manifestName(archive: Archive): string {
  const roots = [...archive.names()].filter((name) => !name.includes('/'))
  const known = ['import.jsonl', 'export.json', 'export.jsonl'].find((name) => roots.includes(name))
  const lines = roots.filter((name) => name.endsWith('.jsonl'))
  const name =
    known ?? (lines.length === 0 && roots.length === 1 ? roots[0] : lines.length === 1 ? lines[0] : undefined)
  if (name === undefined) throw new ImportError('archive-not-of-mattermost')
  return name
}

export const isMattermostData = (name: string) => !name.includes('/') && /\.jsonl?$/.test(name)
