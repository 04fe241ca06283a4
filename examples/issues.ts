/**
 * Posts the title and state of mentioned issues: `acme/shop#12`, or `#12` of the repository in ISSUES_REPOSITORY.
 * Uses the GitHub API, or a compatible one at ISSUES_API; ISSUES_TOKEN gives access to private repositories.
 */
import { botCredentials, createBot } from '@loquat/client'
import { start } from './start.ts'

const {
  ISSUES_API: api = 'https://api.github.com',
  ISSUES_REPOSITORY: ownRepository,
  ISSUES_TOKEN: token,
} = process.env

interface Issue {
  title: string
  state: string
  html_url: string
  assignees?: { login: string }[]
}

const bot = createBot({ ...botCredentials(process.env), allPublicChannels: true })

const reference = /(?<![\w/#])([\w.-]+\/[\w.-]+)?#(\d{1,7})\b/g
const most = 5
/** An issue is not posted again in the same topic for this long. */
const quietFor = 3_600_000
const toldAt = new Map<string, number>()

bot.onMessage(async ({ message, reply }) => {
  const found = [...message.content.matchAll(reference)].map(([, repository, number]) => ({
    repository: repository ?? ownRepository,
    number: Number(number),
  }))
  const lines: string[] = []
  for (const { repository, number } of found.slice(0, most)) {
    if (repository === undefined) continue
    const place = `${message.recipient_id} ${message.subject} ${repository}#${number}`
    if (Date.now() - (toldAt.get(place) ?? 0) < quietFor) continue
    const issue = await fetchIssue(repository, number)
    if (issue === undefined) continue
    toldAt.set(place, Date.now())
    lines.push(describe(`${repository}#${number}`, issue))
  }
  if (lines.length > 0) await reply(lines.join('\n'))
})

/** Nothing where there is no such issue, or none that we may see. */
async function fetchIssue(repository: string, number: number): Promise<Issue | undefined> {
  const response = await fetch(`${api}/repos/${repository}/issues/${number}`, {
    headers: {
      accept: 'application/vnd.github+json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    signal: AbortSignal.timeout(5_000),
  })
  if (response.status === 404 || response.status === 410) return undefined
  if (!response.ok) throw new Error(`${repository}#${number}: ${response.status}`)
  return (await response.json()) as Issue
}

function describe(name: string, { title, state, html_url, assignees = [] }: Issue): string {
  const people = assignees.map(({ login }) => login).join(', ')
  return [`[${name}: ${plain(title)}](${html_url})`, state, people].filter(Boolean).join(' · ')
}

/** Titles are written by strangers: nothing in them is markup here. */
const plain = (text: string) => text.replace(/[^\p{L}\p{N}\p{Zs}.,:;!?'"()/+=&%-]/gu, ' ').trim()

await start(bot)
