import type { MatchFile } from '@loquat/contract'
import type { Db } from '../../../db/database.ts'
import { compoundsOf, runsToRecheck, type SearchQuery } from '../message-queries/search-query.ts'
import { fileMark } from './file-text-sql.ts'
import {
  compareFiles,
  type FileOfMessage,
  literalPart,
  type SearchPart,
  wordsPart,
} from './match-files-store.ts'

/** Further files and parts of a search are not compared, so that the statement stays cheap. */
const maxFiles = 200
const maxParts = 20

/** A message of a page, in HTML or JSON. */
interface SearchedText {
  id: number
  text: string
}

export type WithMatchFiles = { match_files: MatchFile[] }

const noFiles: ReadonlyMap<number, WithMatchFiles> = new Map()

/**
 * For messages that a search in files found: the files with words that the message itself does not have. A message without such files is
 * missing.
 */
export async function findMatchFiles(
  db: Db,
  query: SearchQuery | undefined,
  messages: readonly SearchedText[],
): Promise<ReadonlyMap<number, WithMatchFiles>> {
  if (query?.inFiles !== true || query.indexed === undefined) return noFiles
  const ids = messages.filter(({ text }) => text.includes('/user_uploads/')).map(({ id }) => id)
  if (ids.length === 0) return noFiles
  const literals = [...query.phrases, ...runsToRecheck(query), ...compoundsOf(query).map(({ text }) => text)]
  const parts = [...literals.map(literalPart), ...clausesOf(query.indexed).map(clausePart)].slice(0, maxParts)
  if (parts.length === 0) return noFiles
  const texts = new Map(messages.map(({ id, text }) => [id, text]))
  const files = await compareFiles(db, ids, parts, { limit: maxFiles, withTexts: literals.length > 0 })
  // Between the statements, a message may have got other files, which this reader may not see.
  const shown = files.filter(({ messageId, path_id }) => texts.get(messageId)?.includes(folderOf(path_id)))
  const byMessage = Map.groupBy(shown, ({ messageId }) => messageId)
  return new Map(
    [...byMessage].flatMap(([id, all]) => {
      const found = mostMatching(all)
      return found.length === 0 ? [] : [[id, { match_files: found }] as const]
    }),
  )
}

/** The path without the name, which links may encode. */
const folderOf = (pathId: string) => pathId.split('/').slice(0, 2).join('/')

/** Files with parts of the search, unless another file has the same parts and more. */
function mostMatching(files: readonly FileOfMessage[]): MatchFile[] {
  const found = files.filter(({ parts }) => parts.includes(true))
  const isCovered = ({ parts }: FileOfMessage, other: FileOfMessage) =>
    parts.every((has, n) => !has || other.parts[n]) && other.parts.some((has, n) => has && !parts[n])
  return found
    .filter((file) => !found.some((other) => isCovered(file, other)))
    .map(({ name, path_id }) => ({ name, path_id }))
}

const lexeme = /'(?:[^']|'')*'/g

/**
 * The conditions in the text of a `tsquery` that all must be true, such as those of `'fig' & ( 'plum' | 'plum':* )`. If there are
 * alternatives instead, they are one condition.
 */
function clausesOf(query: string): string[] {
  const clauses: string[] = []
  let depth = 0
  let clause = ''
  for (const [token] of query.matchAll(/'(?:[^']|'')*'|[^']/g)) {
    if (token === '(') depth++
    if (token === ')') depth--
    if (depth === 0 && token === '|') return [query]
    if (depth === 0 && token === '&') {
      clauses.push(clause.trim())
      clause = ''
    } else clause += token
  }
  return [...clauses, clause.trim()].filter((one) => one !== '')
}

/** In a search in files, each lexeme may also be that of a file. No lexeme has two marks. */
const clausePart = (clause: string): SearchPart =>
  wordsPart(
    clause.replace(lexeme, (one) => (one.startsWith(`'${fileMark}`) ? `'${fileMark}${one.slice(1)}` : one)),
    clause,
  )
