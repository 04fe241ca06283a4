import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = async (path: string) => await readFile(new URL(path, root), 'utf8')

async function repositoryFiles(): Promise<string[]> {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard']
  const { stdout } = await promisify(execFile)('git', args, { cwd: root, maxBuffer: 10_000_000 })
  return stdout.trim().split('\n')
}

const files = await repositoryFiles()
const folders = new Set(files.flatMap(parentsOf))
const pages = files.filter((path) => path.endsWith('.md'))

function parentsOf(path: string): string[] {
  const parent = posix.dirname(path)
  return parent === '.' ? [] : [parent, ...parentsOf(parent)]
}

/** Pages name files from the repository root or from any folder that the context makes clear. */
const endings = new Set(
  [...files, ...folders].flatMap((path) => path.split('/').map((_, n, all) => all.slice(n).join('/'))),
)
const exists = (path: string) => endings.has(path.replace(/\/$/, ''))

const sourceFile = /^\w[\w./-]*\.(tsx?|js|css|json|md)$/
const sourcePath = /^(bench|client|contract|devkit|docs|examples|server|web)\/[\w./-]*$/

/** `realm.decide()`, `mergeDrafts`. Single lower-case words without parentheses can be anything. */
const callOrName = /^(?:\w+\.)*(?:(\w+)\(.*\)|(\w*[a-z][A-Z]\w*))$/

/** One has names from other services, the other made-up ones. */
const namesOfOthers = new Set(['docs/integrations.md', 'CONTRIBUTING.md'])

const withoutFences = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '')
const codeIn = (text: string) =>
  [...withoutFences(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
/** Indented tables of files: the name is the first word of the line. */
const tabledIn = (text: string) =>
  [...withoutFences(text).matchAll(/^ {4}(\S+) {2,}\S/gm)].map(([, word = '']) => word)

describe('The handwritten documentation', () => {
  it('names only files and folders that exist', async () => {
    const missing = await Promise.all(
      pages
        .filter((page) => page !== 'CHANGELOG.md')
        .map(async (page) => {
          const text = await read(page)
          return [...codeIn(text), ...tabledIn(text)]
            .filter((word) => sourceFile.test(word) || sourcePath.test(word))
            .filter((word) => !exists(word))
            .map((word) => `${page}: ${word}`)
        }),
    )
    expect(missing.flat()).toEqual([])
  })

  it('names only functions, types and variables that exist', async () => {
    const sources = await Promise.all(files.filter((path) => /\.(tsx?|js)$/.test(path)).map(read))
    const words = new Set(sources.flatMap((source) => source.match(/[A-Za-z_$][\w$]*/g) ?? []))
    const missing = await Promise.all(
      pages
        .filter((page) => !namesOfOthers.has(page))
        .map(async (page) => {
          const names = codeIn(await read(page)).flatMap((code) => {
            const [, call, name] = callOrName.exec(code) ?? []
            return call ?? name ?? []
          })
          return names.filter((name) => !words.has(name)).map((name) => `${page}: ${name}`)
        }),
    )
    expect(missing.flat()).toEqual([])
  })

  it('names tests by sentences that exist, each in the file that is named before it', async () => {
    const page = await read('docs/security/asvs-v2-v4.md')
    const named = [...page.matchAll(/`([\w./-]+\.test\.ts)`: ("[^"]+"(?:, "[^"]+")*)/g)].flatMap(
      ([, file = '', sentences = '']) =>
        [...sentences.matchAll(/"([^"]+)"/g)].map(([, sentence = '']) => ({ file, sentence })),
    )
    expect(named.length).toBeGreaterThan(40)
    const missing = await Promise.all(
      named.map(async ({ file, sentence }) => {
        const texts = await Promise.all(files.filter((path) => path.endsWith(`/${file}`)).map(read))
        const isThere = texts.some(
          (text) => text.includes(`it('${sentence}'`) || text.includes(`it("${sentence}"`),
        )
        return isThere ? [] : [`${file}: ${sentence}`]
      }),
    )
    expect(missing.flat()).toEqual([])
    // Sentences in quotation marks all belong to a file.
    expect([...page.matchAll(/"[^"]+"/g)].length - 1).toBe(named.length)
  })

  it('dates every decision, states its status, and lists it in the index', async () => {
    const index = await read('docs/decisions/README.md')
    const decisions = pages.filter((page) => /^docs\/decisions\/\d/.test(page))
    expect(decisions.length).toBeGreaterThan(20)
    for (const page of decisions) {
      const text = await read(page)
      const status =
        /^\*\*Date:\*\* (\d{4}-\d\d-\d\d)\. \*\*Status:\*\* (accepted|superseded by \[\d{4}\]\(.*\))\.$/m
      const [, date, state] = status.exec(text) ?? []
      const name = posix.basename(page)
      const title = text.slice(2, text.indexOf('\n'))
      expect(index, page).toContain(`| [${name.slice(0, 4)}](${name}) | ${title} | ${date} | ${state} |`)
    }
  })

  it('links only to pages and headings that exist', async () => {
    const texts = new Map(await Promise.all(pages.map(async (page) => [page, await read(page)] as const)))
    const dead = [...texts].flatMap(([page, text]) =>
      [...withoutFences(text).matchAll(/\]\(([^)\s{]+)\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^[a-z]+:/.test(target) && !leads(texts, page, target))
        .map((target) => `${page}: ${target}`),
    )
    expect(dead).toEqual([])
  })
})

function leads(texts: ReadonlyMap<string, string>, page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : posix.join(posix.dirname(page), path).replace(/\/$/, '')
  if (anchor === undefined) return files.includes(file) || folders.has(file)
  return anchorsOf(texts.get(file) ?? '').includes(anchor)
}

/** As GitHub makes them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
