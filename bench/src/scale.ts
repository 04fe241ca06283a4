import { type Cost, costs, followOften, followRarely, oftenPerSecond } from './costs.ts'
import type { Line } from './report.ts'

/** The behavior of people; docs/scaling.md names the sources. */
const assumptions = {
  /** Sent by each person who is online. */
  messagesPerDay: 32,
  /** Conversations that are opened, each of which fetches messages. */
  fetchesPerDay: 64,
  startsPerDay: 4,
  hoursPerDay: 8,
  /** The busiest minutes, against the average of the day. */
  peak: 3,
  /** People online who get a message. */
  audience: 50,
  secondsBetweenPresences: 60,
  /** Each person comes online, goes idle and returns, and leaves as often as they start the app. */
  sessionsPerDay: 4,
  /** Planned share of each core at the peak. The rest is for failed machines and for work outside the model. */
  utilization: 0.5,
}

interface Prediction {
  messagesPerSecond: number
  /** Each has a core. */
  processes: number
  serverCores: number
  databaseCores: number
}

/** Predicts the cores that people online need, from measured costs. Starts nothing. */
export async function benchScale(): Promise<Line[]> {
  return [1_000, 20_000, 200_000].flatMap((people) => [
    lineOf(people, 'nobody changes between active, idle and offline', predict(people, 0)),
    lineOf(
      people,
      `${changesPerReport(people).toLocaleString('en')} do between two reports`,
      predict(people),
    ),
    lineOf(people, 'with everyone in each response, as before', predict(people, people)),
  ])
}

function lineOf(people: number, how: string, prediction: Prediction): Line {
  const { messagesPerSecond, processes, databaseCores } = prediction
  return {
    what: `${people.toLocaleString('en')} people online, ${how}`,
    measured:
      `${Math.round(messagesPerSecond).toLocaleString('en')} messages/s, ` +
      `${processes.toLocaleString('en')} server processes, ${Math.ceil(databaseCores).toLocaleString('en')} database cores`,
    aim: '',
  }
}

/** The server lists at most so many people in a response, and lets so many become idle between two reports. */
const maxListed = 10_000
const maxIdle = 2_000

/** People whose state changes between two reports of a client. */
function changesPerReport(people: number): number {
  const { sessionsPerDay, hoursPerDay, peak, secondsBetweenPresences } = assumptions
  const sessions = (people * sessionsPerDay * peak * secondsBetweenPresences) / (hoursPerDay * 3_600)
  // To online and offline, and to idle and back.
  return Math.round(Math.min(maxListed, 2 * sessions + 2 * Math.min(sessions, maxIdle)))
}

/** `others` is the number of people in each response to a report of presence. */
export function predict(people: number, others = changesPerReport(people)): Prediction {
  const { hoursPerDay, peak, audience, secondsBetweenPresences, utilization } = assumptions
  const atPeak = (perDay: number) => (people * perDay * peak) / (hoursPerDay * 3_600)
  const messagesPerSecond = atPeak(assumptions.messagesPerDay)
  const presences = people / secondsBetweenPresences
  const work = sum([
    times(costs.send, messagesPerSecond),
    times(costs.delivery, messagesPerSecond * audience),
    times(costs.fetch, atPeak(assumptions.fetchesPerDay)),
    times(costs.start, atPeak(assumptions.startsPerDay)),
    times(costs.presence, presences),
    times(costs.presenceOfOther, presences * others),
  ])
  // Each process follows the messages of all others, which takes a part of the core that it adds.
  const followed = messagesPerSecond < oftenPerSecond ? followRarely : followOften
  const following = times(followed, messagesPerSecond)
  const processes = Math.max(1, Math.ceil(work.server / (1_000 * utilization - following.server)))
  return {
    messagesPerSecond,
    processes,
    serverCores: processes,
    databaseCores: (work.database + following.database * (processes - 1)) / (1_000 * utilization),
  }
}

const times = ({ server, database }: Cost, count: number): Cost => ({
  server: server * count,
  database: database * count,
})

const sum = (all: readonly Cost[]): Cost => ({
  server: all.reduce((total, { server }) => total + server, 0),
  database: all.reduce((total, { database }) => total + database, 0),
})
