import { bullets, link, plain } from './markup.ts'

/** Commits shown of a push. */
export const maxCommits = 10

export interface Commit {
  id: string
  address: string
  message: string
}

/** The ID that hosting services send for a branch that does not exist before or after a push. */
export const isNoCommit = (id: string) => /^0+$/.test(id)

export const shortId = (id: string) => id.slice(0, 7)

/** The commits of a push, one line each. */
export const commitList = (commits: readonly Commit[], total: number) =>
  bullets(
    commits.map(({ id, address, message }) => {
      const [subject = ''] = message.split('\n')
      return `${link(shortId(id), address)}: ${plain(subject)}`
    }),
    total,
    'commit',
  )

/** `refs/heads/main` → `main` */
export const branchOf = (ref: string) => ref.replace(/^refs\/(heads|tags)\//, '')
